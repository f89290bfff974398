import {
  GetAccountCommand,
  GetConfigurationSetCommand,
  GetEmailIdentityCommand,
  type SuppressionAttributes,
} from '@aws-sdk/client-sesv2'
import type { Config } from '../../lib/config.ts'
import type { Clients } from './clients.ts'
import { type Answer, isNamed, type Question } from './finding.ts'
import type { DeployedStack } from './stacks.ts'

/**
 * The sender's domain in SES. By default JamakApp creates its identity, so it must not be there before; with
 * `SES_IDENTITY=existing` it must be. DNS must confirm it.
 */
export function senderDomain(clients: Clients, config: Config, deployed: DeployedStack[]): Question {
  const domain = config.emailSender.slice(config.emailSender.lastIndexOf('@') + 1)
  const isExisting = config.sesIdentity === 'existing'
  return {
    what: 'SES, sender domain',
    permission: 'ses:GetEmailIdentity and ses:GetConfigurationSet',
    async look() {
      const isOurs = deployed.some(({ resources }) =>
        resources.some(({ type, id }) => type === 'AWS::SES::EmailIdentity' && id === domain),
      )
      if (isOurs && isExisting)
        return {
          state: 'missing',
          found: `${domain} was created by the deployment, which would delete it now`,
          next: 'SES_IDENTITY=own',
        }
      try {
        const identity = await clients.ses.send(new GetEmailIdentityCommand({ EmailIdentity: domain }))
        if (!isOurs && !isExisting)
          return {
            state: 'missing',
            found: `${domain} already exists, so CloudFormation cannot create it`,
            next: 'SES_IDENTITY=existing uses it unchanged; or use a separate subdomain in EMAIL_SENDER. Do not delete it: other email of the domain may need it',
          }
        const set = isExisting ? identity.ConfigurationSetName : undefined
        if (identity.VerifiedForSendingStatus && set !== undefined) return await judgeSet(clients, set)
        if (identity.VerifiedForSendingStatus) return { state: 'ok', found: `${domain}, verified` }
        const found = `${domain}, not verified (DKIM ${identity.DkimAttributes?.Status ?? 'unknown'})`
        const records = isExisting
          ? 'its CNAME records from the SES console'
          : 'the CNAME records EmailDkim1 … EmailDkim3 of outputs.json'
        return { state: 'later', found, next: `add ${records} to its DNS` }
      } catch (error) {
        if (!isNamed(error, 'NotFoundException')) throw error
        if (!isExisting) return { state: 'ok', found: `${domain}, created by the deployment` }
        return { state: 'missing', found: `no identity ${domain} in ${config.region}`, next: 'SES_IDENTITY=own' }
      }
    },
  }
}

/** Setting with which SES sends nothing more to addresses that complained; a configuration set may override it. */
const KEEPS_COMPLAINTS = 'SES, "Suppression list", "Account-level settings": both bounces and complaints'

/** Judges the default configuration set of an existing identity, through which SES sends every email. */
async function judgeSet({ ses }: Clients, name: string): Promise<Answer> {
  const found = `verified, sending through its configuration set ${name}`
  try {
    const set = await ses.send(new GetConfigurationSetCommand({ ConfigurationSetName: name }))
    if (set.SendingOptions?.SendingEnabled === false)
      return {
        state: 'missing',
        found: `${found}, which is paused`,
        next: 'SES, that configuration set: enable sending',
      }
    const kept = set.SuppressionOptions?.SuppressedReasons
    if (kept === undefined || kept.includes('COMPLAINT')) return { state: 'ok', found }
    const next = 'SES, that set, "Suppression list options": bounces and complaints'
    return { state: 'later', found: `${found}, which does not suppress complaints`, next }
  } catch (error) {
    if (!isNamed(error, 'NotFoundException')) throw error
    return {
      state: 'missing',
      found: `${found}, which does not exist`,
      next: 'SES, the identity: choose another configuration set',
    }
  }
}

/** In the sandbox, SES sends to verified addresses only. */
export function sesAccount({ ses }: Clients, config: Config): Question {
  return {
    what: 'SES, production access',
    permission: 'ses:GetAccount',
    async look() {
      const { ProductionAccessEnabled, SendingEnabled, SuppressionAttributes } = await ses.send(
        new GetAccountCommand({}),
      )
      if (SendingEnabled === false)
        return {
          state: 'later',
          found: 'sending is paused',
          next: 'SES, "Reputation metrics": docs/operations.md, EmailsBounce',
        }
      if (ProductionAccessEnabled && config.sesIdentity === 'existing' && !keepsComplaints(SuppressionAttributes))
        return { state: 'later', found: 'granted, but complaints are not suppressed', next: KEEPS_COMPLAINTS }
      if (ProductionAccessEnabled) return { state: 'ok', found: 'granted' }
      const next = 'SES, "Account dashboard", "Request production access": Amazon usually replies within a day'
      return { state: 'later', found: 'sandbox: emails reach verified addresses only', next }
    },
  }
}

const keepsComplaints = (attributes: SuppressionAttributes | undefined) =>
  attributes?.SuppressedReasons?.includes('COMPLAINT') === true
