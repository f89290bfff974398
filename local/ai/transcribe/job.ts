import * as z from 'zod'
import { outputKey, startRequest } from './start-request.ts'

/** Amazon's states of a job. */
export const jobStatus = z.enum(['QUEUED', 'IN_PROGRESS', 'COMPLETED', 'FAILED'])
export type JobStatus = z.infer<typeof jobStatus>

/** A job as it is kept. Times in milliseconds. */
export const job = z.object({
  request: startRequest,
  /** Of the region that the request was signed for. */
  region: z.string(),
  status: jobStatus,
  createdAt: z.int(),
  startedAt: z.int().optional(),
  completedAt: z.int().optional(),
  failureReason: z.string().optional(),
  languageCode: z.string().optional(),
  identifiedLanguageScore: z.number().optional(),
})
export type Job = z.infer<typeof job>

/** The job as GetTranscriptionJob answers it; times in seconds, as the protocol writes them. */
export function jobOnWire(job: Job): Record<string, unknown> {
  const { request } = job
  return {
    ...summaryOnWire(job),
    MediaFormat: request.MediaFormat ?? 'mp4',
    Media: request.Media,
    Transcript: job.status === 'COMPLETED' ? { TranscriptFileUri: transcriptUri(job) } : {},
    Settings: { ChannelIdentification: false, ShowAlternatives: false, ...request.Settings },
    JobExecutionSettings: request.JobExecutionSettings,
    LanguageOptions: request.LanguageOptions,
  }
}

/** The job as ListTranscriptionJobs answers it. */
export function summaryOnWire(job: Job): Record<string, unknown> {
  const { request } = job
  return {
    TranscriptionJobName: request.TranscriptionJobName,
    TranscriptionJobStatus: job.status,
    LanguageCode: job.languageCode ?? request.LanguageCode,
    IdentifyLanguage: request.IdentifyLanguage,
    IdentifiedLanguageScore: job.identifiedLanguageScore,
    CreationTime: job.createdAt / 1000,
    StartTime: seconds(job.startedAt),
    CompletionTime: seconds(job.completedAt),
    FailureReason: job.failureReason,
    OutputLocationType: 'CUSTOMER_BUCKET',
  }
}

function transcriptUri(job: Job): string {
  return `https://s3.${job.region}.amazonaws.com/${job.request.OutputBucketName}/${outputKey(job.request)}`
}

function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1000
}
