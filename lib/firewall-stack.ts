import { Stack, type StackProps } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'

/** Requests in five minutes: of one address to the whole site, and of one user at one address to the API. */
const SITE_LIMIT = 3000
const API_LIMIT = 600
/** Users behind one office address are distinguished by their access token, which WAF compares as text. */
const BY_USER_AND_ADDRESS: CfnWebACL.RateBasedStatementCustomKeyProperty[] = [
  { ip: {} },
  { header: { name: 'authorization', textTransformations: [{ priority: 0, type: 'NONE' }] } },
]

/** The firewall in front of the distribution. Firewalls for CloudFront must be in us-east-1. */
export class FirewallStack extends Stack {
  readonly arn: string

  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props)
    const acl = new CfnWebACL(this, 'Firewall', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      description: 'Bounds how often one address may call the site, and one user the API',
      visibilityConfig: visible('Firewall'),
      rules: [
        // WAF leaves out requests without the header; the other rule counts them, and those with changing headers.
        rateRule('Api', 0, {
          limit: API_LIMIT,
          aggregateKeyType: 'CUSTOM_KEYS',
          customKeys: BY_USER_AND_ADDRESS,
          scopeDownStatement: {
            byteMatchStatement: {
              fieldToMatch: { uriPath: {} },
              positionalConstraint: 'STARTS_WITH',
              searchString: '/api/',
              textTransformations: [{ priority: 0, type: 'NONE' }],
            },
          },
        }),
        rateRule('Site', 1, { limit: SITE_LIMIT, aggregateKeyType: 'IP' }),
      ],
    })
    this.arn = acl.attrArn
  }
}

function rateRule(
  name: string,
  priority: number,
  rateBasedStatement: CfnWebACL.RateBasedStatementProperty,
): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    action: { block: {} },
    statement: { rateBasedStatement: { evaluationWindowSec: 300, ...rateBasedStatement } },
    visibilityConfig: visible(name),
  }
}

function visible(metricName: string): CfnWebACL.VisibilityConfigProperty {
  // Samples would store users' IP addresses.
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false }
}
