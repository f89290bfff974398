import * as z from 'zod'
import type { EventEntry } from '#local-aws/eventbridge/index.ts'
import { openDatabase } from '#local-aws/machine/database.ts'
import { MEDIA_FORMATS } from './media-format.ts'
import { type StartRequest, startRequest } from './requests.ts'

const jobStatus = z.enum(['QUEUED', 'IN_PROGRESS', 'COMPLETED', 'FAILED'])
type JobStatus = z.infer<typeof jobStatus>

/** A stored job. Times are epoch milliseconds. */
const storedJob = z.object({
  request: startRequest,
  /** Region that the request was signed for. */
  region: z.string(),
  status: jobStatus,
  createdAt: z.int(),
  startedAt: z.int().optional(),
  /** Number of starts without an orderly stop. */
  starts: z.int().optional(),
  completedAt: z.int().optional(),
  failureReason: z.string().optional(),
  /** As detected. The job reports it if the request did not declare one. */
  mediaFormat: z.enum(MEDIA_FORMATS).optional(),
  languageCode: z.string().optional(),
  identifiedLanguageScore: z.number().optional(),
})
export type Job = z.infer<typeof storedJob>

/** The jobs of this machine, which survive restarts. */
export interface JobStore {
  get(jobName: string): Job | undefined
  oldest(status: JobStatus): Job | undefined
  /** Inserts or updates a job. */
  put(job: Job): void
  close(): void
}

const TABLE = `CREATE TABLE IF NOT EXISTS transcription_job (
  name TEXT PRIMARY KEY, status TEXT NOT NULL, created_at INTEGER NOT NULL, json TEXT NOT NULL
)`

/** Opens `transcription-jobs.sqlite` in the folder and creates it if necessary. */
export function openJobStore(folder: string): JobStore {
  const db = openDatabase(folder, 'transcription-jobs.sqlite')
  db.exec(TABLE)
  const one = db.prepare('SELECT json FROM transcription_job WHERE name = ?')
  const oldest = db.prepare('SELECT json FROM transcription_job WHERE status = ? ORDER BY created_at, rowid LIMIT 1')
  const insert = db.prepare(
    `INSERT INTO transcription_job (name, status, created_at, json) VALUES (?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET status = excluded.status, json = excluded.json`,
  )
  const read = (row: Record<string, unknown> | undefined) => row && storedJob.parse(JSON.parse(String(row.json)))
  return {
    get: jobName => read(one.get(jobName)),
    oldest: status => read(oldest.get(status)),
    put: job => void insert.run(job.request.TranscriptionJobName, job.status, job.createdAt, JSON.stringify(job)),
    close: () => db.close(),
  }
}

/** The job as GetTranscriptionJob returns it. Times are in seconds, as in the protocol. */
export function jobOnWire(job: Job): Record<string, unknown> {
  const { request } = job
  return {
    TranscriptionJobName: request.TranscriptionJobName,
    TranscriptionJobStatus: job.status,
    LanguageCode: job.languageCode ?? request.LanguageCode,
    LanguageOptions: request.LanguageOptions,
    IdentifyLanguage: request.IdentifyLanguage,
    IdentifiedLanguageScore: job.identifiedLanguageScore,
    MediaFormat: request.MediaFormat ?? job.mediaFormat,
    Media: request.Media,
    Transcript: job.status === 'COMPLETED' ? { TranscriptFileUri: transcriptUri(job.region, request) } : {},
    Settings: { ChannelIdentification: false, ShowAlternatives: false },
    JobExecutionSettings: request.JobExecutionSettings,
    CreationTime: seconds(job.createdAt),
    StartTime: seconds(job.startedAt),
    CompletionTime: seconds(job.completedAt),
    FailureReason: job.failureReason,
  }
}

/** The event that Amazon Transcribe sends, as best effort, when a job ends. */
export function stateChange({ request, status }: Job): EventEntry {
  return {
    source: 'aws.transcribe',
    'detail-type': 'Transcribe Job State Change',
    detail: { TranscriptionJobName: request.TranscriptionJobName, TranscriptionJobStatus: status },
  }
}

function transcriptUri(region: string, { OutputBucketName, OutputKey }: StartRequest): string {
  return `https://s3.${region}.amazonaws.com/${OutputBucketName}/${OutputKey}`
}

function seconds(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : milliseconds / 1000
}
