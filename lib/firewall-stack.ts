import { Stack, type StackProps } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'

/** Requests per address in five minutes: to the whole site, and to the API. */
const SITE_LIMIT = 3000
const API_LIMIT = 600

/** The firewall in front of the distribution. Firewalls for CloudFront must be in us-east-1. */
export class FirewallStack extends Stack {
  readonly arn: string

  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props)
    const acl = new CfnWebACL(this, 'Firewall', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      description: 'Bounds how often one address may call the site',
      visibilityConfig: visible('Firewall'),
      rules: [
        rateRule('Api', 0, API_LIMIT, {
          byteMatchStatement: {
            fieldToMatch: { uriPath: {} },
            positionalConstraint: 'STARTS_WITH',
            searchString: '/api/',
            textTransformations: [{ priority: 0, type: 'NONE' }],
          },
        }),
        rateRule('Site', 1, SITE_LIMIT),
      ],
    })
    this.arn = acl.attrArn
  }
}

function rateRule(
  name: string,
  priority: number,
  limit: number,
  scopeDownStatement?: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    action: { block: {} },
    statement: { rateBasedStatement: { aggregateKeyType: 'IP', evaluationWindowSec: 300, limit, scopeDownStatement } },
    visibilityConfig: visible(name),
  }
}

function visible(metricName: string): CfnWebACL.VisibilityConfigProperty {
  // Samples would store users' IP addresses.
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false }
}
