/**
 * A price of AWS in US dollars, remembered from the list of `listed`. `page` is where it must be checked before money
 * depends on it. Nothing here was read on AWS's live pages; `seen` says where copies that are public say the same.
 */
export interface Price {
  usd: number
  /** What one unit is. */
  unit: string
  page: string
  /** `YYYY-MM`. */
  listed: string
  /** Region of the price; `us-east-1` where the price of Seoul is not known, and may be some percent higher. */
  region: 'ap-northeast-2' | 'us-east-1' | 'global'
  /** Public copy that was found to say the same, and when; absent where none was found, so the price is memory alone. */
  seen?: string
  /** Units of a month that cost nothing, for good (no first-year offers). */
  free?: number
}

const LISTED = '2025-10'
const from = (page: string) => `https://aws.amazon.com/${page}/pricing/`
const seoul = { listed: LISTED, region: 'ap-northeast-2' } as const
const virginia = { listed: LISTED, region: 'us-east-1' } as const
const everywhere = { listed: LISTED, region: 'global' } as const
const COPY_OF_AWS = 'a stored copy of the page, 2026-11'
const OTHERS = 'others who write about it, 2026-11'

/** Every price that a bill of Jamak contains. */
export const PRICES = {
  transcribeMinute: { usd: 0.024, unit: 'minute of sound', page: from('transcribe'), ...virginia },
  translateCharacter: { usd: 15 / 1e6, unit: 'character of English', page: from('translate'), ...everywhere },
  lambdaRequest: { usd: 0.2 / 1e6, unit: 'call', page: from('lambda'), ...seoul, free: 1e6, seen: OTHERS },
  lambdaGigabyteSecond: {
    usd: 0.0000133334,
    unit: 'GB-second on arm64',
    page: from('lambda'),
    ...seoul,
    free: 400_000,
    seen: OTHERS,
  },
  stateTransition: {
    usd: 0.0271 / 1000,
    unit: 'state transition',
    page: from('step-functions'),
    ...seoul,
    free: 4000,
    seen: COPY_OF_AWS,
  },
  httpApiCall: { usd: 1.23 / 1e6, unit: 'call', page: from('api-gateway'), ...seoul },
  dynamoWrite: { usd: 0.6778 / 1e6, unit: 'write unit', page: from('dynamodb'), ...seoul },
  dynamoRead: { usd: 0.1355 / 1e6, unit: 'read unit', page: from('dynamodb'), ...seoul },
  dynamoStorage: { usd: 0.27075, unit: 'GB-month', page: from('dynamodb'), ...seoul, free: 25 },
  dynamoBackup: { usd: 0.228, unit: 'GB-month restorable to any second', page: from('dynamodb'), ...seoul },
  s3Storage: { usd: 0.025, unit: 'GB-month', page: from('s3'), ...seoul },
  s3Put: { usd: 0.0045 / 1000, unit: 'PUT, POST or COPY', page: from('s3'), ...seoul },
  s3Get: { usd: 0.00035 / 1000, unit: 'GET', page: from('s3'), ...seoul },
  cloudFrontGigabyte: { usd: 0.12, unit: 'GB to users in Korea', page: from('cloudfront'), ...seoul, free: 1024 },
  cloudFrontRequest: { usd: 0.012 / 10_000, unit: 'HTTPS request', page: from('cloudfront'), ...seoul, free: 1e7 },
  internetGigabyte: { usd: 0.126, unit: 'GB from S3 to users', page: from('ec2/on-demand'), ...seoul, free: 100 },
  email: { usd: 0.1 / 1000, unit: 'email', page: from('ses'), ...everywhere },
  cognitoPerson: {
    usd: 0.015,
    unit: 'monthly active user (Essentials)',
    page: from('cognito'),
    ...everywhere,
    free: 10_000,
  },
  cognitoFederated: {
    usd: 0.015,
    unit: 'monthly active user through OpenID Connect (Kakao)',
    page: from('cognito'),
    ...everywhere,
    // The copy shows the 50 free users, not the price beyond them.
    free: 50,
  },
  logsGigabyte: { usd: 0.76, unit: 'GB of log', page: from('cloudwatch'), ...seoul, free: 5 },
  metric: { usd: 0.3, unit: 'custom metric a month', page: from('cloudwatch'), ...seoul, free: 10 },
  alarmMetric: { usd: 0.1, unit: 'metric in an alarm a month', page: from('cloudwatch'), ...seoul, free: 10 },
  dashboard: { usd: 3, unit: 'dashboard a month', page: from('cloudwatch'), ...everywhere, free: 3 },
  secret: { usd: 0.4, unit: 'secret a month', page: from('secrets-manager'), ...everywhere },
  secretRead: { usd: 0.05 / 10_000, unit: 'reading of a secret', page: from('secrets-manager'), ...everywhere },
  budget: { usd: 0, unit: 'budget with emails', page: from('aws-cost-management/aws-budgets'), ...everywhere },
  wafAcl: { usd: 5, unit: 'web ACL a month', page: from('waf'), ...everywhere, seen: OTHERS },
  wafRule: { usd: 1, unit: 'rule a month', page: from('waf'), ...everywhere, seen: OTHERS },
  wafRequest: { usd: 0.6 / 1e6, unit: 'request looked at', page: from('waf'), ...everywhere, seen: OTHERS },
} as const satisfies Record<string, Price>

export type PriceName = keyof typeof PRICES

/** A model of Amazon Bedrock; dollars for a million tokens. */
export interface ModelPrice {
  name: string
  inputUsd: number
  outputUsd: number
  /** Tokens for a text compared with the models for which `bin/cost/usage.ts` estimates; 1 without. */
  tokenFactor?: number
  page: string
  listed: string
  seen?: string
}

const bedrock = { page: from('bedrock'), listed: LISTED }
const CLAUDE_PAGES = 'a stored copy of the page, 2026-11'
/** Anthropic's list, which Bedrock's global profiles follow. Their newer tokenizer makes about 30 % more tokens of a text. */
const claude5 = (model: string) => ({
  tokenFactor: 1.3,
  page: `https://platform.claude.com/docs/en/models/${model}/overview`,
  listed: '2026-10',
  seen: CLAUDE_PAGES,
})

/**
 * What a geographic profile (`us.`, `eu.`, `jp.`, `au.`) or a single region costs more than the global one, for Claude 4.5 and
 * later. Seoul has the global one only.
 */
export const PROFILE_PREMIUM = { factor: 1.1, page: from('bedrock'), listed: '2026-10', seen: OTHERS }

/** Models that an operator may think of; a model that is missing here is one line more. Claude: global profile, prompts up to 100,000 tokens. */
export const MODELS: readonly ModelPrice[] = [
  { name: 'Amazon Nova Lite', inputUsd: 0.06, outputUsd: 0.24, ...bedrock },
  { name: 'Amazon Nova Pro', inputUsd: 0.8, outputUsd: 3.2, ...bedrock },
  { name: 'Claude Haiku 5.5', inputUsd: 0.1, outputUsd: 0.5, ...claude5('haiku-5-5') },
  { name: 'Claude Sonnet 5.5', inputUsd: 2, outputUsd: 10, ...claude5('sonnet-5-5') },
  { name: 'Claude Haiku 4.5', inputUsd: 1, outputUsd: 5, ...bedrock, seen: OTHERS },
  { name: 'Claude Sonnet 4.5', inputUsd: 3, outputUsd: 15, ...bedrock, seen: OTHERS },
]
