import type { Config } from '../../lib/config.ts'
import { accountPlan, credentials, lambdaQuota, optOut } from './account.ts'
import { alias } from './alias.ts'
import { certificate } from './certificate.ts'
import type { Clients } from './clients.ts'
import { dataRetention } from './data-retention.ts'
import { senderDomain, sesAccount } from './email.ts'
import { type Finding, type Question, runQuestion } from './finding.ts'
import { models } from './model.ts'
import { ownHearing } from './own-hearing.ts'
import { quotaQuestions } from './quotas.ts'
import { secretQuestions } from './secrets.ts'
import { type Resolves, signInDomain } from './sign-in-domain.ts'
import { bootstrap, type DeployedStack, findStack, firewall, judgeStack } from './stacks.ts'

export interface PreflightOptions {
  config: Config
  clients: Clients
  resolves: Resolves
  unusedPrefix: string
  /** Epoch milliseconds. */
  now: () => number
}

const UNTOLD = 'unknown without the stacks, see below'

/** Checks everything that a deployment needs. Changes nothing. */
export async function runPreflight({ config, clients, now, ...dns }: PreflightOptions): Promise<Finding[]> {
  const { finding: who, account } = await credentials(clients, config.region)
  if (account === undefined) return [who]
  const stacks = await earlierStacks(clients, config.region)
  const questions: Question[] = [
    accountPlan(clients, config),
    bootstrap(clients.cloudFormation, account, config.region, 'CDK bootstrap'),
    ...firewall(clients.cloudFormationOfFirewall, account, config.firewall),
    lambdaQuota(clients, config),
    ...quotaQuestions(clients, config),
    ...ownHearing(clients, config, stacks.deployed ?? []),
    ...secretQuestions(clients, config),
    certificate(clients, config),
    sesAccount(clients, config),
    ...models(clients, config, now()),
    ...dataRetention(clients, config),
    optOut(clients),
    ...(stacks.deployed
      ? [
          signInDomain({ clients, config, deployed: stacks.deployed, ...dns }),
          senderDomain(clients, config, stacks.deployed),
          alias(clients, config, stacks.deployed),
        ]
      : []),
  ]
  const findings = await Promise.all(questions.map(runQuestion))
  return [who, ...findings.flat(), ...stacks.findings, ...cloudFront(stacks.deployed)]
}

/** The stacks of earlier deployments; `deployed` is undefined if they could not be read. */
async function earlierStacks(
  { cloudFormation }: Clients,
  region: string,
): Promise<{ findings: Finding[]; deployed?: DeployedStack[] }> {
  const found: (DeployedStack | undefined)[] = []
  const question = (name: string): Question => ({
    what: `Stack ${name}`,
    permission: 'cloudformation:DescribeStacks and cloudformation:ListStackResources',
    async look() {
      const stack = await findStack(cloudFormation, name)
      found.push(stack)
      return judgeStack(stack, name, region)
    },
  })
  const findings = (await Promise.all(['JamakData', 'JamakApp'].map(name => runQuestion(question(name))))).flat()
  if (found.length === 2) return { findings, deployed: found.filter(stack => stack !== undefined) }
  const unread = ['Sign-in domain', 'SES, sender domain', 'Domain'].map(
    (what): Finding => ({ what, state: 'unknown', found: UNTOLD, next: 'the permissions of the rows "Stack …"' }),
  )
  return { findings: [...unread, ...findings] }
}

/** No API reports whether a new account may use CloudFront; an account with a distribution may. */
function cloudFront(deployed: DeployedStack[] | undefined): Finding[] {
  const isThere = deployed?.some(({ resources }) =>
    resources.some(({ type }) => type === 'AWS::CloudFront::Distribution'),
  )
  if (isThere) return []
  const next =
    'if the deployment says "Your account must be verified", open a case at AWS Support (account and billing, free)'
  return [
    { what: 'CloudFront', state: 'unknown', found: 'new accounts are verified manually; no API reports it', next },
  ]
}
