import * as z from 'zod'

const onOff = z.enum(['on', 'off'])
const text = z.string().trim().min(1)
const optional = z
  .string()
  .trim()
  .optional()
  .transform(value => value || undefined)

/** Lambda takes 4 KB of variables in all; ours need less than half of it. */
const GLOSSARY_BYTES = 2048

/** The variables of `.env`, each with what it may be; `.env.example` explains them. */
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

  MAIL_SENDER: z.email(),
  OPERATOR_MAIL: z.email(),

  TRANSLATOR: z.enum(['amazon-translate', 'bedrock']).default('amazon-translate'),
  BEDROCK_MODEL_ID: optional,
  GLOSSARY: z
    .string()
    .default('{}')
    .refine(isGlossary, 'a JSON object: {"term": "한국어"}')
    .refine(fitsEnvironment, `${GLOSSARY_BYTES} bytes of UTF-8 at most: it stands in the environment of a function`),

  YOUTUBE_FETCH: onOff.default('off'),
  YT_DLP_LAYER: optional,

  TOSS_CLIENT_KEY: text,
  TEST_PAY: onOff.default('off'),
  LOG_DAYS: z.coerce.number().int().min(1).max(3650).default(365),
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
