import { ACMClient } from '@aws-sdk/client-acm'
import { BedrockClient } from '@aws-sdk/client-bedrock'
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { CloudFrontClient } from '@aws-sdk/client-cloudfront'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { OrganizationsClient } from '@aws-sdk/client-organizations'
import { S3Client } from '@aws-sdk/client-s3'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SESv2Client } from '@aws-sdk/client-sesv2'
import { STSClient } from '@aws-sdk/client-sts'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { type ListQuotas, listQuotas } from './service-quotas.ts'
import { signedCall } from './signed-call.ts'

/** Clients of the services that the preflight calls. */
export interface Clients {
  sts: STSClient
  cloudFormation: CloudFormationClient
  /** In us-east-1, where CloudFront's firewall is. */
  cloudFormationOfFirewall: CloudFormationClient
  /** In us-east-1, CloudFront's only region. */
  cloudFront: CloudFrontClient
  lambda: LambdaClient
  s3: S3Client
  secrets: SecretsManagerClient
  cognito: CognitoIdentityProviderClient
  ses: SESv2Client
  bedrock: BedrockClient
  bedrockRuntime: BedrockRuntimeClient
  /** In us-east-1, where CloudFront's certificates are. */
  acm: ACMClient
  /** In us-east-1, the only region of Organizations. */
  organizations: OrganizationsClient
  /** The body of `GetAccountPlanState` of the Free Tier API. Throws an error named by the service's code. */
  accountPlan: () => Promise<unknown>
  /** All quotas of a service as Service Quotas reports them in this region. */
  listQuotas: ListQuotas
}

/** Overrides for tests: hosts and credentials. */
export interface ClientOverrides {
  endpoint?: string
  credentials?: { accessKeyId: string; secretAccessKey: string }
  maxAttempts?: number
}

/** Clients for a region, with the credentials that the SDK finds: `AWS_PROFILE`, variables, single sign-on. */
export function createClients(region: string, overrides: ClientOverrides = {}): Clients {
  const here = { region, ...overrides }
  const virginia = { region: 'us-east-1', ...overrides }
  const sts = new STSClient(here)
  return {
    sts,
    cloudFormation: new CloudFormationClient(here),
    cloudFormationOfFirewall: new CloudFormationClient(virginia),
    cloudFront: new CloudFrontClient(virginia),
    lambda: new LambdaClient(here),
    // In tests, buckets have no subdomains.
    s3: new S3Client({ ...here, forcePathStyle: overrides.endpoint !== undefined }),
    secrets: new SecretsManagerClient(here),
    cognito: new CognitoIdentityProviderClient(here),
    ses: new SESv2Client(here),
    bedrock: new BedrockClient(here),
    bedrockRuntime: new BedrockRuntimeClient({ ...here, requestHandler: new NodeHttpHandler() }),
    acm: new ACMClient(virginia),
    organizations: new OrganizationsClient(virginia),
    // The Free Tier API has one region.
    accountPlan: () =>
      signedCall(sts, {
        service: 'freetier',
        region: 'us-east-1',
        endpoint: overrides.endpoint ?? 'https://freetier.us-east-1.api.aws',
        target: 'AWSFreeTierService.GetAccountPlanState',
        version: '1.0',
        body: {},
      }),
    listQuotas: listQuotas(sts, region, overrides.endpoint),
  }
}
