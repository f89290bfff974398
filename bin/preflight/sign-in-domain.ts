import { DescribeUserPoolDomainCommand } from '@aws-sdk/client-cognito-identity-provider'
import type { Config } from '../../lib/config.ts'
import type { Clients } from './clients.ts'
import type { Finding, Question } from './finding.ts'
import type { DeployedStack } from './stacks.ts'

/** Whether a host name has an address. */
export type Resolves = (host: string) => Promise<boolean>

export interface SignInDomainOptions {
  clients: Clients
  config: Config
  /** Stacks of an earlier deployment, one of which has the domain. */
  deployed: DeployedStack[]
  resolves: Resolves
  /** A prefix that nobody has; shows whether DNS resolves every name. */
  unusedPrefix: string
}

/**
 * The sign-in prefix must be ours or free, and must not change: a pool has one prefix domain, and CloudFormation creates
 * the new one before it deletes the old one.
 */
export function signInDomain(options: SignInDomainOptions): Question {
  const { clients, config } = options
  const what = 'Sign-in domain'
  const prefix = config.signInDomainPrefix
  return {
    what,
    permission: 'cognito-idp:DescribeUserPoolDomain',
    async look() {
      const deployed = options.deployed
        .flatMap(({ resources }) => resources)
        .find(({ type }) => type === 'AWS::Cognito::UserPoolDomain')
      // The physical id may be the pool's id and the domain, joined by a bar.
      const current = deployed?.id.split('|').at(-1)
      if (current === prefix) return { what, state: 'ok', found: `${prefix}, ours` }
      // Deleting it manually is the first of two steps.
      if (current !== undefined && (await findPool(current))) return changed(what, current, prefix)

      const pool = await findPool(prefix)
      if (pool)
        return {
          what,
          state: 'missing',
          found: `${prefix} belongs to the pool ${pool}`,
          next: `another SIGN_IN_DOMAIN_PREFIX, or aws cognito-idp delete-user-pool-domain --region ${config.region} --domain ${prefix} --user-pool-id ${pool}`,
        }
      return ofOthers(what, options)
    },
  }

  /** The pool that has the domain; for a free domain, Cognito returns an empty description. */
  async function findPool(domain: string): Promise<string | undefined> {
    const { DomainDescription } = await clients.cognito.send(new DescribeUserPoolDomainCommand({ Domain: domain }))
    return DomainDescription?.UserPoolId
  }
}

function changed(what: string, current: string, wanted: string): Finding {
  return {
    what,
    state: 'missing',
    found: `SIGN_IN_DOMAIN_PREFIX=${wanted}, but ${current} is deployed: it cannot be changed in one deployment`,
    next: `SIGN_IN_DOMAIN_PREFIX=${current}, or the two steps of docs/operations.md, "Changing the sign-in address"`,
  }
}

/**
 * Cognito reveals nothing about other customers' domains, but each has a DNS name. If DNS also resolves a name that nobody
 * has, only the deployment shows whether the prefix is free.
 */
async function ofOthers(what: string, { config, resolves, unusedPrefix }: SignInDomainOptions): Promise<Finding> {
  const hostOf = (prefix: string) => `${prefix}.auth.${config.region}.amazoncognito.com`
  const prefix = config.signInDomainPrefix
  if (!(await resolves(hostOf(prefix)))) return { what, state: 'ok', found: `${prefix}, free as far as DNS tells` }
  if (await resolves(hostOf(unusedPrefix)))
    return {
      what,
      state: 'unknown',
      found: `${prefix} is not ours; DNS does not tell whether it is another customer's`,
      next: 'deploy: if it is taken, JamakApp alone is rolled back, and the next deployment begins again',
    }
  return {
    what,
    state: 'missing',
    found: `${prefix} is another customer's: ${hostOf(prefix)} has an address`,
    next: 'another SIGN_IN_DOMAIN_PREFIX',
  }
}
