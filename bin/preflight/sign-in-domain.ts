import { DescribeUserPoolDomainCommand } from '@aws-sdk/client-cognito-identity-provider'
import type { Config } from '../../lib/config.ts'
import type { Clients } from './clients.ts'
import type { Answer, Question } from './finding.ts'
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
  const prefix = config.signInDomainPrefix
  return {
    what: 'Sign-in domain',
    permission: 'cognito-idp:DescribeUserPoolDomain',
    async look() {
      const deployed = options.deployed
        .flatMap(({ resources }) => resources)
        .find(({ type }) => type === 'AWS::Cognito::UserPoolDomain')
      // The physical id may be the pool's id and the domain, joined by a bar.
      const current = deployed?.id.split('|').at(-1)
      if (current === prefix) return { state: 'ok', found: `${prefix}, ours` }
      // Deleting it manually is the first of two steps.
      if (current !== undefined && (await findPool(current))) return changed(current, prefix)

      const pool = await findPool(prefix)
      if (pool)
        return {
          state: 'missing',
          found: `${prefix} belongs to the pool ${pool}`,
          next: `choose another SIGN_IN_DOMAIN_PREFIX, or aws cognito-idp delete-user-pool-domain --region ${config.region} --domain ${prefix} --user-pool-id ${pool}`,
        }
      return ofOthers(options)
    },
  }

  /** The pool that has the domain; for a free domain, Cognito returns an empty description. */
  async function findPool(domain: string): Promise<string | undefined> {
    const { DomainDescription } = await clients.cognito.send(new DescribeUserPoolDomainCommand({ Domain: domain }))
    return DomainDescription?.UserPoolId
  }
}

function changed(current: string, wanted: string): Answer {
  return {
    state: 'missing',
    found: `SIGN_IN_DOMAIN_PREFIX=${wanted}, but ${current} is deployed; one deployment cannot change it`,
    next: `SIGN_IN_DOMAIN_PREFIX=${current}, or the two steps of docs/operations.md, "Changing the sign-in address"`,
  }
}

/**
 * Cognito reveals nothing about other customers' domains, but each has a DNS name. If DNS also resolves a name that nobody
 * has, only the deployment shows whether the prefix is free.
 */
async function ofOthers({ config, resolves, unusedPrefix }: SignInDomainOptions): Promise<Answer> {
  const hostOf = (prefix: string) => `${prefix}.auth.${config.region}.amazoncognito.com`
  const prefix = config.signInDomainPrefix
  if (!(await resolves(hostOf(prefix)))) return { state: 'ok', found: `${prefix}, free according to DNS` }
  if (await resolves(hostOf(unusedPrefix)))
    return {
      state: 'unknown',
      found: `${prefix} is not ours; DNS does not show whether it is another customer's`,
      next: 'deploy: if it is taken, only JamakApp is rolled back, and the next deployment starts over',
    }
  return {
    state: 'missing',
    found: `${prefix} is another customer's: ${hostOf(prefix)} has an address`,
    next: 'choose another SIGN_IN_DOMAIN_PREFIX',
  }
}
