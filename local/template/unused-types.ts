import type { Assembly } from './index.ts'

/** What the local cloud runs, and what says how it runs. */
const USED =
  /^(AWS::(DynamoDB::(Global)?Table|S3::Bucket|Lambda::(Function|Version|Alias|EventInvokeConfig)|IAM::.*|Events::Rule|Scheduler::Schedule|StepFunctions::StateMachine|ApiGatewayV2::(Api|Stage|Route|Integration|Authorizer)|CloudFront::(Distribution|Function|ResponseHeadersPolicy)|Cognito::(UserPool|UserPoolClient|UserPoolDomain|UserPoolIdentityProvider)|SES::EmailIdentity|SecretsManager::Secret)|Custom::CDKBucketDeployment)$/

/** What has nothing to do on one machine: who may read a bucket or invoke a function from outside, logs, caches. */
const NEEDLESS =
  /^(AWS::(S3::BucketPolicy|Lambda::(Permission|LayerVersion)|Logs::.*|CloudFront::(OriginAccessControl|CachePolicy|OriginRequestPolicy)|Cognito::ManagedLoginBranding|SSM::Parameter|CDK::Metadata))$/

/** Types of the template that do nothing here. */
export function unusedTypes(assembly: Assembly): string[] {
  const types = new Set(assembly.resources.map(resource => resource.type))
  return [...types].filter(type => !USED.test(type) && !NEEDLESS.test(type)).sort()
}
