import { CfnOutput, Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { ConfigurationSet, EmailIdentity, Identity, SuppressionReasons } from 'aws-cdk-lib/aws-ses'
import { Construct, type IConstruct } from 'constructs'
import type { Config } from './config.ts'

/**
 * The sender's domain as an SES identity; the operator adds its DKIM records to the DNS. An identity that was there before
 * belongs to others too, and CloudFormation would delete it with the stack, so it is only used.
 */
export class Email extends Construct {
  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id)
    if (config.sesIdentity === 'existing') return
    // SES then keeps the addresses that bounced or complained, and sends them nothing more.
    const configurationSet = new ConfigurationSet(this, 'Sending', {
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
      reputationMetrics: true,
    })
    const { dkimRecords } = new EmailIdentity(this, 'Sender', {
      configurationSet,
      identity: Identity.domain(domainOf(config.emailSender)),
    })
    for (const [index, { name, value }] of dkimRecords.entries())
      new CfnOutput(Stack.of(this), `EmailDkim${index + 1}`, { description: 'DNS', value: `${name} CNAME ${value}` })
  }
}

/** DynamoDB actions of a function that sends owed emails. */
export const OUTBOX_ACTIONS = ['GetItem', 'UpdateItem', 'DeleteItem'] as const

/**
 * Lets a function send email from the configured sender only. IAM also checks the default configuration set of the
 * sender's identity and, in the SES sandbox, the recipient's identity.
 */
export function grantEmail(sender: IFunction, config: Config): void {
  const statement = new PolicyStatement({
    actions: ['ses:SendEmail'],
    resources: emailResources(sender),
    conditions: { StringEquals: { 'ses:FromAddress': config.emailSender } },
  })
  sender.addToRolePolicy(statement)
}

/** Every identity and configuration set of the account; a condition in the same statement limits the sender. */
export function emailResources(scope: IConstruct): string[] {
  return ['identity', 'configuration-set'].map(resource =>
    Stack.of(scope).formatArn({ service: 'ses', resource, resourceName: '*' }),
  )
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}
