import { Sha256 } from '@aws-crypto/sha256-js'
import { ACMClient } from '@aws-sdk/client-acm'
import { BedrockClient } from '@aws-sdk/client-bedrock'
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { OrganizationsClient } from '@aws-sdk/client-organizations'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SESv2Client } from '@aws-sdk/client-sesv2'
import { STSClient } from '@aws-sdk/client-sts'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { SignatureV4 } from '@smithy/signature-v4'

/** Clients of the services that the preflight calls. */
export interface Clients {
  sts: STSClient
  cloudFormation: CloudFormationClient
  lambda: LambdaClient
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
    lambda: new LambdaClient(here),
    secrets: new SecretsManagerClient(here),
    cognito: new CognitoIdentityProviderClient(here),
    ses: new SESv2Client(here),
    bedrock: new BedrockClient(here),
    bedrockRuntime: new BedrockRuntimeClient({ ...here, requestHandler: new NodeHttpHandler() }),
    acm: new ACMClient(virginia),
    organizations: new OrganizationsClient(virginia),
    accountPlan: () => accountPlan(sts, overrides.endpoint ?? 'https://freetier.us-east-1.api.aws'),
  }
}

/** The Free Tier API has one region, and one signed request needs no client package. */
async function accountPlan(sts: STSClient, endpoint: string): Promise<unknown> {
  const { hostname, port, protocol, host } = new URL(endpoint)
  const signer = new SignatureV4({
    service: 'freetier',
    region: 'us-east-1',
    credentials: await sts.config.credentials(),
    sha256: Sha256,
  })
  const signed = await signer.sign({
    method: 'POST',
    protocol,
    hostname,
    port: port ? Number(port) : undefined,
    path: '/',
    query: {},
    headers: {
      host,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'AWSFreeTierService.GetAccountPlanState',
    },
    body: '{}',
  })
  const answer = await fetch(endpoint, { method: 'POST', headers: signed.headers, body: '{}' })
  const body: unknown = await answer.json()
  if (answer.ok) return body
  throw new RefusedError(body)
}

/** The Free Tier API refused; the name is the error code, as with the SDK. */
class RefusedError extends Error {
  constructor(body: unknown) {
    const text = (key: string) =>
      typeof body === 'object' && body !== null ? String(new Map(Object.entries(body)).get(key) ?? '') : ''
    super(text('message') || text('Message'))
    this.name = text('__type').split('#').at(-1) || 'UnknownError'
  }
}
