import { GetAccountCommand, GetEmailIdentityCommand } from '@aws-sdk/client-sesv2'
import type { Config } from '../../lib/config.ts'
import type { Clients } from './clients.ts'
import { isNamed, type Question } from './finding.ts'
import type { DeployedStack } from './stacks.ts'

/** The sender's domain in SES: JamakApp creates it, so it must not be there before, and DNS must confirm it afterwards. */
export function senderDomain({ ses }: Clients, config: Config, deployed: DeployedStack[]): Question {
  const domain = config.emailSender.slice(config.emailSender.lastIndexOf('@') + 1)
  const what = 'SES, sender domain'
  return {
    what,
    permission: 'ses:GetEmailIdentity',
    async look() {
      const isOurs = deployed.some(({ resources }) =>
        resources.some(({ type, id }) => type === 'AWS::SES::EmailIdentity' && id === domain),
      )
      try {
        const identity = await ses.send(new GetEmailIdentityCommand({ EmailIdentity: domain }))
        if (!isOurs)
          return {
            what,
            state: 'missing',
            found: `${domain} is there already, so CloudFormation cannot create it`,
            next: `aws sesv2 delete-email-identity --region ${config.region} --email-identity ${domain}`,
          }
        if (identity.VerifiedForSendingStatus) return { what, state: 'ok', found: `${domain}, verified` }
        const found = `${domain}, not verified (DKIM ${identity.DkimAttributes?.Status ?? 'unknown'})`
        return {
          what,
          state: 'later',
          found,
          next: 'the CNAME records MailDkim1 … MailDkim3 of outputs.json into its DNS',
        }
      } catch (error) {
        if (!isNamed(error, 'NotFoundException')) throw error
        return { what, state: 'ok', found: `${domain}, created by the deployment` }
      }
    },
  }
}

/** In the sandbox, SES sends to verified addresses only. */
export function sesAccount({ ses }: Clients): Question {
  const what = 'SES, production access'
  return {
    what,
    permission: 'ses:GetAccount',
    async look() {
      const { ProductionAccessEnabled, SendingEnabled } = await ses.send(new GetAccountCommand({}))
      if (SendingEnabled === false)
        return {
          what,
          state: 'later',
          found: 'sending is paused',
          next: 'SES, "Reputation metrics": docs/operations.md, MailsBounce',
        }
      if (ProductionAccessEnabled) return { what, state: 'ok', found: 'granted' }
      const next = 'SES, "Account dashboard", "Request production access": Amazon usually replies within a day'
      return { what, state: 'later', found: 'sandbox: emails reach verified addresses only', next }
    },
  }
}
