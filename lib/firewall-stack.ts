import { Stack, type StackProps } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'
import { API_ERRORS } from '../lambdas/contract/errors.ts'

/** Most requests in five minutes: from one address to everything but the assets, and from one user at one address to the API. */
const SITE_LIMIT = 3000
const API_LIMIT = 600
/** Seconds over which WAF counts, and after which an address that paused is admitted again. */
const WINDOW_SECONDS = 300
const REFUSAL = 'TooManyRequests'
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
      customResponseBodies: {
        [REFUSAL]: {
          contentType: 'TEXT_HTML',
          content: `<!doctype html><meta charset="utf-8"><p>${API_ERRORS.TOO_MANY_REQUESTS[1]}</p>`,
        },
      },
      rules: [
        // WAF leaves out requests without the header; the other rule counts them, and those with changing headers.
        rateRule('Api', 0, {
          limit: API_LIMIT,
          aggregateKeyType: 'CUSTOM_KEYS',
          customKeys: BY_USER_AND_ADDRESS,
          scopeDownStatement: pathBegins('/api/'),
        }),
        // Assets do not count: every visitor in an office loads dozens, and the edge serves them.
        rateRule('Site', 1, {
          limit: SITE_LIMIT,
          aggregateKeyType: 'IP',
          scopeDownStatement: { notStatement: { statement: pathBegins('/assets/') } },
        }),
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
    // The page would not try again after WAF's own 403.
    action: {
      block: {
        customResponse: {
          responseCode: API_ERRORS.TOO_MANY_REQUESTS[0],
          responseHeaders: [{ name: 'Retry-After', value: String(WINDOW_SECONDS) }],
          customResponseBodyKey: REFUSAL,
        },
      },
    },
    statement: { rateBasedStatement: { evaluationWindowSec: WINDOW_SECONDS, ...rateBasedStatement } },
    visibilityConfig: visible(name),
  }
}

function pathBegins(searchString: string): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      fieldToMatch: { uriPath: {} },
      positionalConstraint: 'STARTS_WITH',
      searchString,
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  }
}

function visible(metricName: string): CfnWebACL.VisibilityConfigProperty {
  // Samples would store users' IP addresses.
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false }
}
