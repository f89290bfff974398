import * as z from 'zod'

const onOff = z.enum(['on', 'off'])
const text = z.string().trim().min(1)
const optional = z
  .string()
  .trim()
  .optional()
  .transform(value => value || undefined)

/** Lambda allows 4 KB of environment variables in total; the others need up to half of that. */
const GLOSSARY_BYTES = 2048

/** The variables of `.env` and their allowed values; `.env.example` explains them. */
export const settings = z.object({
  /** `local` for npm start, `development` or `production` on AWS. */
  DEPLOYMENT: z.enum(['local', 'development', 'production']).default('development'),
  AWS_REGION_NAME: z
    .string()
    .regex(/^[a-z]{2}-[a-z]+-\d$/)
    .default('ap-northeast-2'),

  SIGN_IN_DOMAIN_PREFIX: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
    .refine(prefix => !/aws|amazon|cognito/.test(prefix), 'Cognito refuses names with aws, amazon or cognito in them'),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_SECRET_NAME: optional,
  KAKAO_CLIENT_ID: optional,
  KAKAO_SECRET_NAME: optional,
  KAKAO_EMAIL: onOff.default('off'),
  OIDC_NAME: optional.pipe(
    z
      .string()
      .regex(/^[A-Za-z0-9-]{3,32}$/)
      .optional(),
  ),
  OIDC_ISSUER: optional.pipe(z.url({ protocol: /^https$/ }).optional()),
  OIDC_CLIENT_ID: optional,
  OIDC_SECRET_NAME: optional,

  DOMAIN_NAME: optional.pipe(z.hostname().optional()),
  CERTIFICATE_ARN: z
    .string()
    .regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/\S+$/, 'a certificate of CloudFront lives in us-east-1')
    .optional()
    .or(z.literal('').transform(() => undefined)),
  HSTS_SUBDOMAINS: onOff.default('off'),

  EMAIL_SENDER: z.email(),
  OPERATOR_EMAIL: z.email(),
  /** `existing`: the sender's domain is an SES identity already, which the deployment must not create or delete. */
  SES_IDENTITY: z.enum(['own', 'existing']).default('own'),

  TRANSLATOR: optional.pipe(z.enum(['amazon-translate', 'bedrock']).optional()),
  BEDROCK_MODEL_ID: optional,
  /** The model reviews its translations once. */
  SECOND_LOOK: onOff.default('on'),
  /** The review also gets the sentences whose lines end badly, to mark or reword them. */
  BREAK_REVIEW: onOff.default('on'),
  /**
   * A model from another family that flags translations with another meaning. If absent, a cheap model is used; if
   * empty, none.
   */
  MEANING_CHECK_MODEL: z.string().trim().optional(),
  GLOSSARY: z
    .string()
    .default('{}')
    .refine(isGlossary, 'a JSON object: {"term": "한국어"}')
    .refine(fitsEnvironment, `${GLOSSARY_BYTES} bytes of UTF-8 at most: it is passed in a function's environment`),

  /** Recordings of at least this many minutes are transcribed in parallel parts; 0 for never. */
  PARTS_FROM_MINUTES: optional.pipe(
    z.coerce
      .number<string>()
      .int()
      .refine(minutes => minutes === 0 || (minutes >= 20 && minutes <= 240), '0, or 20 to 240 minutes')
      .optional(),
  ),

  /** With `own`, this project's recognizer transcribes first, and Amazon Transcribe transcribes what it leaves. */
  HEARING: z.enum(['transcribe', 'own']).default('transcribe'),
  HEARING_LAYER: optional,

  YOUTUBE_FETCH: onOff.default('off'),
  YT_DLP_LAYER: optional,
  YOUTUBE_PROXY_SECRET_NAME: optional,

  TOSS_CLIENT_KEY: text,
  /** The organization's AI services opt-out policy covers this account, and the privacy policy says so. */
  AI_OPT_OUT: onOff.default('off'),
  /** A firewall, and an API that refuses requests from anywhere but CloudFront. */
  FIREWALL: onOff.default('off'),
  /** US dollars per month. */
  BUDGET_USD: optional.pipe(z.coerce.number<string>().positive().max(1e6).optional()),
  TEST_PAY: onOff.default('off'),
  RESERVED_CONCURRENCY: z.coerce.number().int().min(0).max(1000).default(0),

  COMPANY_NAME: text,
  COMPANY_REPRESENTATIVE: text,
  COMPANY_REGISTRATION_NUMBER: text,
  COMPANY_MAIL_ORDER_NUMBER: text,
  COMPANY_ADDRESS: text,
  COMPANY_PHONE: text,
  COMPANY_EMAIL: text,
  COMPANY_HOSTING: text,
})

function isGlossary(value: string): boolean {
  try {
    return z.record(z.string(), z.string()).safeParse(JSON.parse(value)).success
  } catch {
    return false
  }
}

function fitsEnvironment(value: string): boolean {
  return Buffer.byteLength(value) <= GLOSSARY_BYTES
}

/** A social provider for sign-in; its client secret is in Secrets Manager. */
export type Provider =
  | { kind: 'google'; name: 'Google'; clientId: string; secretName: string }
  | { kind: 'oidc'; name: string; issuer: string; clientId: string; secretName: string; scopes: string[] }

/** The configured providers, in the order of their buttons. */
export function readProviders(variables: Record<string, string | undefined>): Provider[] {
  const value = (name: string) => variables[name]?.trim() ?? ''
  const providers: Provider[] = []
  if (value('GOOGLE_CLIENT_ID')) {
    const clientId = value('GOOGLE_CLIENT_ID')
    providers.push({ kind: 'google', name: 'Google', clientId, secretName: value('GOOGLE_SECRET_NAME') })
  }
  // Kakao refuses the sign-in (KOE205) if it includes a consent item not granted to the application.
  const kakaoScopes = ['openid', 'profile_nickname', ...(value('KAKAO_EMAIL') === 'on' ? ['account_email'] : [])]
  const oidc = [
    { name: 'Kakao', issuer: 'https://kauth.kakao.com', prefix: 'KAKAO', scopes: kakaoScopes },
    { name: value('OIDC_NAME'), issuer: value('OIDC_ISSUER'), prefix: 'OIDC', scopes: ['openid', 'email', 'profile'] },
  ]
  for (const { prefix, ...provider } of oidc) {
    const clientId = value(`${prefix}_CLIENT_ID`)
    if (clientId) providers.push({ kind: 'oidc', ...provider, clientId, secretName: value(`${prefix}_SECRET_NAME`) })
  }
  return providers
}

/** Faults in the combination of variables. */
export function contradictions(variables: Record<string, string | undefined>): string[] {
  const on = (name: string) => Boolean(variables[name]?.trim())
  const together = (...names: string[]) =>
    names.some(on) && !names.every(on) ? [`${names.join(', ')}: set all of them or none`] : []
  return [
    ...together('GOOGLE_CLIENT_ID', 'GOOGLE_SECRET_NAME'),
    ...together('KAKAO_CLIENT_ID', 'KAKAO_SECRET_NAME'),
    ...together('OIDC_NAME', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_SECRET_NAME'),
    ...together('DOMAIN_NAME', 'CERTIFICATE_ARN'),
    ...(readProviders(variables).length === 0
      ? ['GOOGLE_CLIENT_ID, KAKAO_CLIENT_ID or OIDC_CLIENT_ID: at least one social provider is needed']
      : []),
    ...(variables.DEPLOYMENT !== 'local' && variables.YOUTUBE_FETCH === 'on' && !on('YT_DLP_LAYER')
      ? ['YT_DLP_LAYER: needed where YOUTUBE_FETCH=on; AWS Lambda has no yt-dlp of its own (docs/youtube.md)']
      : []),
    ...(variables.DEPLOYMENT === 'production' ? unfitForProduction(variables) : []),
  ]
}

/** Settings that are allowed in a trial but not in production. */
function unfitForProduction(variables: Record<string, string | undefined>): string[] {
  const placeholders = Object.entries(variables).filter(([, value]) => value && /\.example$/.test(value))
  return [
    ...(variables.TEST_PAY === 'on' ? ['TEST_PAY: fakes a user, so it cannot be on in production'] : []),
    ...(variables.TOSS_CLIENT_KEY?.startsWith('test_')
      ? ['TOSS_CLIENT_KEY: a test key takes no money; production needs a live_ key']
      : []),
    ...(variables.BUDGET_USD?.trim()
      ? []
      : ['BUDGET_USD: production needs a monthly budget, because nothing else bounds what others download']),
    ...placeholders.filter(([name]) => SHOWN.test(name)).map(([name]) => `${name}: still a placeholder`),
    ...Object.entries(EXAMPLES).flatMap(([name, example]) =>
      variables[name]?.trim() === example ? [`${name}: still the value of .env.example`] : [],
    ),
  ]
}

/** Korean law requires a shop's real name and address, and email needs a real sender. */
const SHOWN = /^COMPANY_|^(?:EMAIL_SENDER|OPERATOR_EMAIL)$/

/** Values of `.env.example` that AWS would accept, but with which nobody could sign in or know the seller. */
const EXAMPLES: Record<string, string> = {
  SIGN_IN_DOMAIN_PREFIX: 'jamak-example',
  GOOGLE_CLIENT_ID: 'example.apps.googleusercontent.com',
  KAKAO_CLIENT_ID: 'example-kakao-rest-api-key',
  COMPANY_NAME: '주식회사 예시',
  COMPANY_REPRESENTATIVE: '홍길동',
  COMPANY_REGISTRATION_NUMBER: '000-00-00000',
  COMPANY_MAIL_ORDER_NUMBER: '제0000-서울예시-00000호',
  COMPANY_ADDRESS: '서울특별시 예시구 예시로 1',
  COMPANY_PHONE: '02-000-0000',
}
