import { error, type PlayedAccount, type PlayedAnswer, queryAnswer, queryError } from './played-aws.ts'

const identity = queryAnswer(
  'GetCallerIdentity',
  '<Account>111122223333</Account><Arn>arn:aws:iam::111122223333:user/operator</Arn><UserId>AIDA</UserId>',
)
const noStack = (name: string) => queryError(400, 'ValidationError', `Stack with id ${name} does not exist`)

const stack = (name: string, status: string, more = '') =>
  queryAnswer(
    'DescribeStacks',
    `<Stacks><member><StackName>${name}</StackName><StackStatus>${status}</StackStatus><CreationTime>2026-11-01T00:00:00Z</CreationTime>${more}</member></Stacks>`,
  )
const resource = (type: string, id: string) =>
  `<member><ResourceType>${type}</ResourceType><PhysicalResourceId>${id}</PhysicalResourceId><LogicalResourceId>x</LogicalResourceId><ResourceStatus>CREATE_COMPLETE</ResourceStatus></member>`
const resources = (...members: string[]) =>
  queryAnswer('ListStackResources', `<StackResourceSummaries>${members.join('')}</StackResourceSummaries>`)

const secret = (value: string) => ({ body: { Name: 'x', SecretString: value } })
const noSecret = error(400, 'ResourceNotFoundException', "Secrets Manager can't find the specified secret.")

/** ListServiceQuotas' response, with quotas that are not ours in between. */
export function quotas(...named: [name: string, value: number, isAdjustable?: boolean][]): PlayedAnswer {
  const all = [['Number of pending vocabularies', 10, true] as const, ...named]
  const Quotas = all.map(([QuotaName, Value, Adjustable = true]) => ({ QuotaName, Value, Adjustable, Unit: 'None' }))
  return { body: { Quotas } }
}
/** Quotas that new accounts are reported to have: no tokens at all, and not adjustable. */
const NEW_QUOTAS: PlayedAccount = {
  'ListServiceQuotas bedrock': quotas(
    ['Cross-region model inference tokens per minute for Anthropic Claude X', 4000],
    ['Model invocation max tokens per day for Anthropic Claude X', 0, false],
  ),
  'ListServiceQuotas transcribe': quotas(
    ['Number of concurrent batch transcription jobs', 5],
    ['Transactions per second, StartTranscriptionJob operation', 25],
    ['Transactions per second, GetTranscriptionJob operation', 30],
  ),
  'ListServiceQuotas translate': quotas(),
}

/** ListDistributions' response: distributions with their aliases. */
export function distributions(...named: [id: string, alias: string][]): PlayedAnswer {
  const items = named.map(
    ([id, alias]) =>
      `<DistributionSummary><Id>${id}</Id><Aliases><Quantity>1</Quantity><Items><CNAME>${alias}</CNAME></Items></Aliases></DistributionSummary>`,
  )
  const list = `<IsTruncated>false</IsTruncated><Quantity>${items.length}</Quantity><Items>${items.join('')}</Items>`
  return { body: `<DistributionList>${list}</DistributionList>` }
}

/** A new account without any set-up. */
export const EMPTY_ACCOUNT: PlayedAccount = {
  ...NEW_QUOTAS,
  GetCallerIdentity: identity,
  GetAccountPlanState: { body: { accountId: '111122223333', accountPlanType: 'FREE', accountPlanStatus: 'ACTIVE' } },
  'DescribeStacks CDKToolkit': noStack('CDKToolkit'),
  'us-east-1 DescribeStacks JamakFirewall': noStack('JamakFirewall'),
  'DescribeStacks JamakData': noStack('JamakData'),
  'DescribeStacks JamakApp': noStack('JamakApp'),
  'GET /2016-08-19/account-settings': { body: { AccountLimit: { ConcurrentExecutions: 10 } } },
  GetSecretValue: noSecret,
  DescribeUserPoolDomain: { body: { DomainDescription: {} } },
  'GET /2020-05-31/distribution': distributions(),
  DescribeCertificate: error(400, 'ResourceNotFoundException', 'Could not find certificate'),
  'GET /v2/email/identities/jamak.kr': error(404, 'NotFoundException', 'Email identity jamak.kr does not exist.'),
  'GET /v2/email/account': { body: { ProductionAccessEnabled: false, SendingEnabled: true } },
  'GET /foundation-model-availability/anthropic.claude-x-v1:0': {
    body: {
      modelId: 'anthropic.claude-x-v1:0',
      agreementAvailability: { status: 'NOT_AVAILABLE' },
      authorizationStatus: 'NOT_AUTHORIZED',
      entitlementAvailability: 'NOT_AVAILABLE',
      regionAvailability: 'AVAILABLE',
    },
  },
  'GET /foundation-models/anthropic.claude-x-v1:0': lifecycle({ status: 'ACTIVE' }),
  'GET /data-retention': { body: { mode: 'inherit' } },
  DescribeEffectivePolicy: error(
    400,
    'AWSOrganizationsNotInUseException',
    'Your account is not a member of an organization.',
  ),
}

/** The same account after set-up and deployment, with everything granted. */
export const COMPLETE_ACCOUNT: PlayedAccount = {
  'ListServiceQuotas bedrock': quotas(
    ['On-demand model inference tokens per minute for Anthropic Claude X', 1_000_000],
    ['Cross-region model inference tokens per minute for Anthropic Claude X', 2_000_000],
    ['Global cross-region model inference tokens per minute for Anthropic Claude X', 4_000_000],
    ['Model invocation max tokens per day for Anthropic Claude X', 1_440_000_000],
    ['Model invocation max tokens per day for Anthropic Claude Xtra', 0],
  ),
  'ListServiceQuotas transcribe': quotas(
    ['Number of concurrent batch transcription jobs', 250],
    ['Number of concurrent batch transcription jobs (Call Analytics)', 100],
    ['Transactions per second, StartTranscriptionJob operation', 25],
    ['Transactions per second, GetTranscriptionJob operation', 30],
  ),
  'ListServiceQuotas translate': quotas(['Transactions per second, TranslateText operation', 50]),
  GetCallerIdentity: identity,
  GetAccountPlanState: { body: { accountId: '111122223333', accountPlanType: 'PAID', accountPlanStatus: 'ACTIVE' } },
  'DescribeStacks CDKToolkit': stack(
    'CDKToolkit',
    'CREATE_COMPLETE',
    '<Outputs><member><OutputKey>BootstrapVersion</OutputKey><OutputValue>30</OutputValue></member></Outputs>',
  ),
  'us-east-1 DescribeStacks JamakFirewall': noStack('JamakFirewall'),
  'DescribeStacks JamakData': stack(
    'JamakData',
    'CREATE_COMPLETE',
    '<EnableTerminationProtection>true</EnableTerminationProtection>',
  ),
  'DescribeStacks JamakApp': stack('JamakApp', 'UPDATE_COMPLETE'),
  'ListStackResources JamakData': resources(resource('AWS::Cognito::UserPool', 'ap-northeast-2_abc')),
  'ListStackResources JamakApp': resources(
    resource('AWS::Cognito::UserPoolDomain', 'jamak-kr'),
    resource('AWS::SES::EmailIdentity', 'jamak.kr'),
    resource('AWS::CloudFront::Distribution', 'E123'),
  ),
  'GET /2016-08-19/account-settings': { body: { AccountLimit: { ConcurrentExecutions: 1000 } } },
  'GetSecretValue jamak/google': secret('GOCSPX-example'),
  'GetSecretValue jamak/kakao': secret('kakao-example'),
  'GetSecretValue jamak/identity': secret('q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='),
  'GetSecretValue jamak/toss': secret('live_sk_example'),
  'DescribeUserPoolDomain jamak-kr': {
    body: { DomainDescription: { UserPoolId: 'ap-northeast-2_abc', Domain: 'jamak-kr', Status: 'ACTIVE' } },
  },
  DescribeUserPoolDomain: { body: { DomainDescription: {} } },
  'GET /2020-05-31/distribution': distributions(['E123', 'jamak.kr'], ['E456', 'other.kr']),
  DescribeCertificate: {
    body: { Certificate: { DomainName: 'jamak.kr', SubjectAlternativeNames: ['jamak.kr'], Status: 'ISSUED' } },
  },
  'GET /v2/email/identities/jamak.kr': {
    body: { VerifiedForSendingStatus: true, DkimAttributes: { Status: 'SUCCESS' } },
  },
  'GET /v2/email/account': { body: { ProductionAccessEnabled: true, SendingEnabled: true } },
  'GET /foundation-model-availability/anthropic.claude-x-v1:0': {
    body: {
      modelId: 'anthropic.claude-x-v1:0',
      agreementAvailability: { status: 'AVAILABLE' },
      authorizationStatus: 'AUTHORIZED',
      entitlementAvailability: 'AVAILABLE',
      regionAvailability: 'AVAILABLE',
    },
  },
  'GET /foundation-models/anthropic.claude-x-v1:0': lifecycle({ status: 'ACTIVE' }),
  'POST /model/anthropic.claude-x-v1:0/converse': { body: modelAnswer('tool_use') },
  'GET /data-retention': { body: { mode: 'none' } },
  DescribeEffectivePolicy: {
    body: {
      EffectivePolicy: {
        PolicyType: 'AISERVICES_OPT_OUT_POLICY',
        PolicyContent: '{"services":{"default":{"opt_out_policy":"optOut"}}}',
      },
    },
  },
}

/** GetFoundationModel's response. Its times are epoch seconds or ISO strings. */
export function lifecycle(modelLifecycle: object): PlayedAnswer {
  return { body: { modelDetails: { modelId: 'x', modelArn: 'arn:x', modelLifecycle } } }
}

const PROTECTED = '<EnableTerminationProtection>true</EnableTerminationProtection>'

/** An account in the middle of its set-up: some things granted, some wrong, a first deployment that failed. */
export const HALF_READY_ACCOUNT: PlayedAccount = {
  ...COMPLETE_ACCOUNT,
  'us-east-1 DescribeStacks CDKToolkit': noStack('CDKToolkit'),
  'DescribeStacks JamakData': stack('JamakData', 'ROLLBACK_COMPLETE', PROTECTED),
  'ListStackResources JamakData': resources(),
  'DescribeStacks JamakApp': noStack('JamakApp'),
  'GET /2016-08-19/account-settings': { body: { AccountLimit: { ConcurrentExecutions: 400 } } },
  'ListServiceQuotas bedrock': quotas(
    ['On-demand model inference tokens per minute for Anthropic Claude X', 2000],
    ['Model invocation max tokens per day for Anthropic Claude X', 1_080_000],
  ),
  'ListServiceQuotas translate': quotas(),
  'GetSecretValue jamak/google': secret('GOCSPX-example\n'),
  'GetSecretValue jamak/toss': noSecret,
  'GetSecretValue jamak/origin': noSecret,
  'DescribeUserPoolDomain jamak-kr': { body: { DomainDescription: {} } },
  'GET /2020-05-31/distribution': distributions(),
  DescribeCertificate: {
    body: { Certificate: { SubjectAlternativeNames: ['jamak.kr'], Status: 'PENDING_VALIDATION' } },
  },
  'GET /v2/email/account': { body: { ProductionAccessEnabled: false, SendingEnabled: true } },
  'GET /foundation-models/anthropic.claude-x-v1:0': lifecycle({
    status: 'LEGACY',
    endOfLifeTime: '2027-01-08T00:00:00Z',
  }),
  'GET /data-retention': { body: { mode: 'default' } },
  DescribeEffectivePolicy: error(400, 'EffectivePolicyNotFoundException', 'none'),
}

export { noStack, resource, resources, secret, stack }

/** Converse's response to the preflight's request. */
export function modelAnswer(stopReason: 'tool_use' | 'end_turn'): object {
  const call = { toolUse: { toolUseId: 't1', name: 'deliver', input: { korean: '안녕하세요.' } } }
  return {
    output: { message: { role: 'assistant', content: [stopReason === 'tool_use' ? call : { text: '안녕하세요.' }] } },
    stopReason,
    usage: { inputTokens: 100, outputTokens: 10, totalTokens: 110 },
    metrics: { latencyMs: 10 },
  }
}
