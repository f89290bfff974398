import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda'
import { DescribeEffectivePolicyCommand } from '@aws-sdk/client-organizations'
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts'
import * as z from 'zod'
import { API_FUNCTIONS } from '../../lambdas/contract/functions.ts'
import type { Config } from '../../lib/config.ts'
import type { Clients } from './clients.ts'
import { type Finding, isNamed, type Question } from './finding.ts'

/** Number of functions that `RESERVED_CONCURRENCY` keeps a share for. */
const RESERVING = Object.keys(API_FUNCTIONS).length
/** Lambda requires at least this many unreserved executions. */
const UNRESERVED = 100
/** Lambda's usual quota; new accounts start with ten. */
const USUAL_CONCURRENCY = 1000

/** The caller and its account. Everything else depends on it, so the preflight stops here if the call fails. */
export async function credentials(
  { sts }: Clients,
  region: string,
): Promise<{ finding: Finding; account?: string | undefined }> {
  const what = 'Credentials'
  try {
    const { Account, Arn } = await sts.send(new GetCallerIdentityCommand({}))
    return {
      finding: { what, state: 'ok', found: `account ${Account}, region ${region}, as ${Arn}` },
      account: Account,
    }
  } catch (error) {
    const found = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    const next = 'export AWS_PROFILE=… (`aws configure list-profiles`; `aws sso login` if the session has expired)'
    return { finding: { what, state: 'missing', found, next } }
  }
}

const plan = z.object({ accountPlanType: z.string(), accountPlanExpirationDate: z.unknown().optional() })

/** A free plan closes the account after six months or when its credits are used up. */
export function accountPlan({ accountPlan: ask }: Clients, config: Config): Question {
  return {
    what: 'Account plan',
    permission: 'freetier:GetAccountPlanState',
    async look() {
      try {
        const { accountPlanType } = plan.parse(await ask())
        if (accountPlanType === 'PAID') return { state: 'ok', found: 'paid' }
        const next = 'Billing console, "Upgrade plan": a free plan ends after six months or when its credits run out'
        return { state: config.deployment === 'production' ? 'missing' : 'later', found: 'free', next }
      } catch (error) {
        // Accounts from before the plans have none.
        if (isNamed(error, 'ResourceNotFoundException'))
          return { state: 'ok', found: 'none: the account predates plans and is paid' }
        throw error
      }
    },
  }
}

/** Lambda's concurrency quota, shared by all functions of the account. */
export function lambdaQuota({ lambda }: Clients, { reservedConcurrency }: Config): Question {
  return {
    what: 'Lambda, concurrent executions',
    permission: 'lambda:GetAccountSettings',
    async look() {
      const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}))
      const quota = AccountLimit?.ConcurrentExecutions ?? 0
      const found = String(quota)
      const ask = `Service Quotas, Lambda, "Concurrent executions" (L-B99A9384): request ${USUAL_CONCURRENCY}`
      if (reservedConcurrency > 0 && quota < RESERVING * reservedConcurrency + UNRESERVED)
        return {
          state: 'missing',
          found: `${found}; RESERVED_CONCURRENCY=${reservedConcurrency} needs ${RESERVING * reservedConcurrency + UNRESERVED}`,
          next: `RESERVED_CONCURRENCY=0 for now; ${ask}`,
        }
      return quota < USUAL_CONCURRENCY ? { state: 'later', found, next: ask } : { state: 'ok', found }
    },
  }
}

/** The effective policy: `services`, each with `opt_out_policy`; `default` applies to services that are not named. */
const optOutPolicy = z.object({ services: z.record(z.string(), z.object({ opt_out_policy: z.string() })) })

/** Without an opt-out, Amazon may store what Transcribe and Translate receive, also in other regions. */
export function optOut({ organizations }: Clients): Question {
  const next =
    'Organizations (all features), policies, "AI services opt-out": attach {"services":{"default":{"opt_out_policy":{"@@assign":"optOut"}}}}'
  return {
    what: 'AI services opt-out',
    permission: 'organizations:DescribeEffectivePolicy',
    async look() {
      try {
        const policyOf = new DescribeEffectivePolicyCommand({ PolicyType: 'AISERVICES_OPT_OUT_POLICY' })
        const { EffectivePolicy } = await organizations.send(policyOf)
        const { services } = optOutPolicy.parse(JSON.parse(EffectivePolicy?.PolicyContent ?? '{"services":{}}'))
        const open = ['transcribe', 'translate'].filter(
          name => (services[name] ?? services.default)?.opt_out_policy !== 'optOut',
        )
        if (open.length === 0) return { state: 'ok', found: 'opted out' }
        return { state: 'later', found: `not opted out: ${open.join(', ')}`, next }
      } catch (error) {
        if (isNamed(error, 'AWSOrganizationsNotInUseException'))
          return { state: 'later', found: 'no organization, therefore no policy', next }
        if (isNamed(error, 'EffectivePolicyNotFoundException'))
          return { state: 'later', found: 'no policy for this account', next }
        throw error
      }
    },
  }
}
