import * as z from 'zod'
import { ServiceFault } from '../../aws/played-errors.ts'

const languageCode = z.string().regex(/^[a-z]{2,3}-[A-Z]{2}$/)

/** What StartTranscriptionJob takes here, in the wire's names. */
export const startRequest = z.object({
  TranscriptionJobName: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[0-9a-zA-Z._-]+$/),
  Media: z.object({ MediaFileUri: z.string().regex(/^s3:\/\/[^/]+\/.+$/) }),
  MediaFormat: z.enum(['mp3', 'mp4', 'wav', 'flac', 'ogg', 'amr', 'webm', 'm4a']).optional(),
  LanguageCode: languageCode.optional(),
  IdentifyLanguage: z.boolean().optional(),
  LanguageOptions: z.array(languageCode).min(1).optional(),
  OutputBucketName: z.string().max(64),
  OutputKey: z
    .string()
    .max(1024)
    .regex(/^[a-zA-Z0-9-_.!*'()/]+$/)
    .optional(),
  Settings: z
    .object({ ShowSpeakerLabels: z.boolean().optional(), MaxSpeakerLabels: z.int().min(2).max(30).optional() })
    .loose()
    .optional(),
  JobExecutionSettings: z
    .object({ AllowDeferredExecution: z.boolean().optional(), DataAccessRoleArn: z.string().optional() })
    .optional(),
})
export type StartRequest = z.infer<typeof startRequest>

/** Names the job in every other operation. */
export const jobName = z.object({ TranscriptionJobName: z.string() })

/** The request of a body, or Amazon's BadRequestException with every fault named. */
export function parseStartRequest(body: unknown): StartRequest {
  const result = startRequest.safeParse(body)
  if (!result.success) throw badRequest(validationMessage(result.error))
  const input = result.data
  const ways = [input.LanguageCode !== undefined, input.IdentifyLanguage === true].filter(Boolean).length
  if (ways !== 1)
    throw badRequest(
      'Your request must include exactly one of LanguageCode, IdentifyLanguage, or IdentifyMultipleLanguages.',
    )
  if (input.Settings?.ShowSpeakerLabels && input.Settings.MaxSpeakerLabels === undefined)
    throw badRequest('When you set ShowSpeakerLabels to true, you must also set MaxSpeakerLabels.')
  const execution = input.JobExecutionSettings
  if (execution?.AllowDeferredExecution && !execution.DataAccessRoleArn)
    throw badRequest('You must provide a DataAccessRoleArn to use AllowDeferredExecution.')
  return input
}

/** Amazon's refusal of a request. */
export function badRequest(message: string): ServiceFault {
  return new ServiceFault('BadRequestException', message)
}

/** Where a job reads, as bucket and key. */
export function mediaObject(input: StartRequest): { bucket: string; key: string } {
  const [, bucket = '', key = ''] = /^s3:\/\/([^/]+)\/(.+)$/.exec(input.Media.MediaFileUri) ?? []
  return { bucket, key }
}

/** Where a job writes: a key that ends with a slash is a folder, and the file is named after the job. */
export function outputKey(input: StartRequest): string {
  const name = `${input.TranscriptionJobName}.json`
  const key = input.OutputKey ?? name
  return key.endsWith('/') ? `${key}${name}` : key
}

function validationMessage(error: z.ZodError): string {
  const faults = error.issues.map(
    ({ path, message }) => `Value at '${path.join('.')}' failed to satisfy constraint: ${message}`,
  )
  return `${faults.length} validation error${faults.length > 1 ? 's' : ''} detected: ${faults.join('; ')}`
}
