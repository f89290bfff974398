import * as z from 'zod'
import { ServiceFault } from '#local-aws/aws/errors.ts'
import { type Access, type AwsRequest, LOCAL_ACCOUNT } from '#local-aws/aws/service.ts'
import { readRegion } from '#local-aws/aws/stated-signature.ts'
import { MEDIA_FORMATS } from './media-format.ts'

const languageCode = z.string().regex(/^[a-z]{2,3}-[A-Z]{2}$/)
const jobName = z.object({
  TranscriptionJobName: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[0-9a-zA-Z._-]+$/),
})

/**
 * Amazon's reference calls more than five languages "not recommended" (and requires two to five with settings per
 * language). Whether it refuses more otherwise is not documented; this stand-in does.
 */
const MOST_LANGUAGES = 5

/** Amazon's reference of Settings: 2 to 30 voices, and each of the two parameters requires the other. */
const MOST_SPEAKERS = 30
const settings = z
  .strictObject({
    ShowSpeakerLabels: z.boolean().optional(),
    MaxSpeakerLabels: z.int().min(2).max(MOST_SPEAKERS).optional(),
  })
  .refine(({ ShowSpeakerLabels = false, MaxSpeakerLabels }) => ShowSpeakerLabels === (MaxSpeakerLabels !== undefined), {
    error: 'ShowSpeakerLabels and MaxSpeakerLabels must be set together.',
  })

/** The parameters of StartTranscriptionJob that the service sends. Any other is refused by name. */
export const startRequest = z.strictObject({
  ...jobName.shape,
  Media: z.strictObject({
    MediaFileUri: z
      .string()
      .max(2000)
      .regex(/^s3:\/\/[^/]+\/.+$/),
  }),
  MediaFormat: z.enum(MEDIA_FORMATS).optional(),
  LanguageCode: languageCode.optional(),
  IdentifyLanguage: z.boolean().optional(),
  LanguageOptions: z.array(languageCode).min(2).max(MOST_LANGUAGES).optional(),
  Settings: settings.optional(),
  OutputBucketName: z.string().max(64),
  OutputKey: z
    .string()
    .max(1024)
    .regex(/^[a-zA-Z0-9-_.!*'()/]+$/),
  JobExecutionSettings: z.strictObject({
    AllowDeferredExecution: z.literal(true),
    DataAccessRoleArn: z.string().max(2048),
  }),
})
export type StartRequest = z.infer<typeof startRequest>

/**
 * Parses the body of StartTranscriptionJob.
 * @throws {ServiceFault} BadRequestException that names every faulty parameter
 */
export function parseStartRequest(body: unknown): StartRequest {
  const result = startRequest.safeParse(body)
  if (!result.success) throw badRequest(z.prettifyError(result.error))
  const input = result.data
  const isKnown = input.LanguageCode !== undefined
  if (isKnown === (input.IdentifyLanguage === true))
    throw badRequest(
      'Your request must include exactly one of LanguageCode, IdentifyLanguage, or IdentifyMultipleLanguages.',
    )
  return input
}

/** Name of the job in a request body; `undefined` if the body has no valid name. */
export function namedJob(body: unknown): string | undefined {
  return jobName.safeParse(body).data?.TranscriptionJobName
}

/** A request that Amazon refuses. */
export function badRequest(message: string): ServiceFault {
  return new ServiceFault('BadRequestException', message)
}

/** Bucket and key of the media. */
export function mediaObject(input: StartRequest): { bucket: string; key: string } {
  const [, bucket = '', key = ''] = /^s3:\/\/([^/]+)\/(.+)$/.exec(input.Media.MediaFileUri) ?? []
  return { bucket, key }
}

/**
 * Before it accepts a job, Amazon Transcribe writes this object to see whether it may. Reports differ on whether it does
 * so at the root of the bucket or beside the transcript, so a caller needs both.
 */
const WRITE_CHECK = '.write_access_check_file.temp'

/**
 * Actions that the caller's role must allow. Starting a job also needs access to the media and the transcript, and
 * permission to pass the role that reads and writes them later.
 */
export function accessOf({ operation, headers, body: bytes }: AwsRequest): Access[] {
  const action = `transcribe:${operation}`
  const body: unknown = JSON.parse(bytes.toString() || '{}')
  const job = namedJob(body)
  if (job === undefined) return [{ action, resource: '*' }]
  const resource = `arn:aws:transcribe:${readRegion(headers)}:${LOCAL_ACCOUNT}:transcription-job/${job}`
  const request = operation === 'StartTranscriptionJob' ? startRequest.safeParse(body).data : undefined
  if (!request) return [{ action, resource }]
  const media = mediaObject(request)
  const { OutputBucketName: bucket, OutputKey: key } = request
  const written = [key, WRITE_CHECK, `${key.slice(0, key.lastIndexOf('/') + 1)}${WRITE_CHECK}`]
  return [
    { action, resource },
    { action: 's3:GetObject', resource: `arn:aws:s3:::${media.bucket}/${media.key}` },
    ...[...new Set(written)].map(name => ({ action: 's3:PutObject', resource: `arn:aws:s3:::${bucket}/${name}` })),
    {
      action: 'iam:PassRole',
      resource: request.JobExecutionSettings.DataAccessRoleArn,
      context: { 'iam:PassedToService': 'transcribe.amazonaws.com' },
    },
  ]
}
