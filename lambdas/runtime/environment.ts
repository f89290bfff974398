import type { TableVariable } from '../contract/tables.ts'

/** Every environment variable of the Lambda functions, except those that name tables (`contract/tables.ts`). */
export const ENVIRONMENT = {
  MEDIA_BUCKET: 'bucket of videos, work files and subtitles',
  STATE_MACHINE_ARN: 'the workflow of a video',
  CLOSING_MACHINE_ARN: 'the workflow that refunds and sends the email where the first one could not',
  SITE_URL: 'origin of the site, without a slash at the end; for links in emails',
  EMAIL_SENDER: 'verified sender of every email',
  OPERATOR_EMAIL: 'where inquiries and flagged cancellations are sent',
  SIGN_IN_URL: 'origin of the hosted sign-in: userInfo and revoke',
  USER_POOL_ID: 'user pool',
  IDENTITY_SECRET: 'name of the secret whose value keys the hash of social identities',
  ORIGIN_SECRET: 'name of the secret that CloudFront shows to the API; `none` without a firewall',
  TRANSCRIBE_ROLE_ARN: 'role that Amazon Transcribe takes to read and write the bucket',
  PARTS_FROM_MINUTES: 'length from which sound is transcribed in parallel parts; `0` for never',
  MOST_PARTS: 'maximum parts of a recording',
  HEARING: '`own` where the own recognizer hears before Amazon Transcribe, else `transcribe`',
  RECOGNIZER_PATH: 'the own recognizer: a module in the layer',
  TRANSLATOR: '`amazon-translate` or `bedrock`',
  BEDROCK_MODEL_ID: 'model or inference profile of the LLM translator; `none` without one',
  SECOND_LOOK: '`on` where the LLM translator reviews its texts once, else `off`',
  BREAK_REVIEW: '`on` where the review also marks or rewords sentences whose lines end badly, else `off`',
  TRANSLATED_BY: 'name of the translator in certificates',
  CHECKED_BY: 'name of the model of MEANING_CHECK_MODEL in certificates; `none` without one',
  MEANING_CHECK_MODEL: 'model or inference profile that compares translations with the English; `none` without one',
  CHECKED_AT_ONCE: 'batches of translations that this model compares concurrently',
  GLOSSARY: 'JSON object term -> Korean, applied by the translator; `{}` without one',
  YOUTUBE_FETCH: '`on` where the operator allows fetching from YouTube, else `off`',
  YOUTUBE_SECRET: 'name of the secret with the Data API key, as JSON {apiKey}',
  YOUTUBE_PROXY_SECRET:
    'name of the secret with proxy and cookies of yt-dlp, as JSON {proxy?, cookies?}; `none` without one',
  YOUTUBE_API_URL: 'origin of the YouTube Data API',
  YT_DLP_PATH: 'the yt-dlp program: a path in the layer, or a name on PATH',
  WEBHOOK_RECEIVERS: '`local` where webhooks may go to this machine, else `public`',
  TOSS_SECRET: 'name of the secret with the Toss secret key',
  TOSS_API_URL: 'origin of the Toss Payments API',
} as const

export type EnvironmentName = keyof typeof ENVIRONMENT | TableVariable

/**
 * Reads variables of this process.
 * @throws Error that lists every missing one; there are no defaults.
 */
export function readEnvironment<Name extends EnvironmentName>(...names: Name[]): Record<Name, string> {
  const missing = names.filter(name => !process.env[name])
  if (missing.length > 0) throw new Error(`missing in the environment: ${missing.join(', ')}`)
  const entries = names.map(name => [name, process.env[name] ?? ''] as const)
  return Object.fromEntries(entries) as Record<Name, string>
}
