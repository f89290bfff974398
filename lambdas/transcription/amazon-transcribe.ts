import {
  ConflictException,
  GetTranscriptionJobCommand,
  StartTranscriptionJobCommand,
  type TranscribeClient,
} from '@aws-sdk/client-transcribe'
import type { FailureCode } from '../contract/archive-entry.ts'
import { executionName, type StepInput } from '../contract/workflow.ts'
import { type JobKind, LANGUAGES } from './language.ts'

export interface TranscriptionJob {
  name: string
  kind: JobKind
  bucket: string
  /** Object keys of the media and of the result. */
  mediaKey: string
  outputKey: string
  /** Role that lets Amazon Transcribe read and write the bucket, and queue the job while too many run. */
  roleArn: string
}

export type JobState =
  /** Running or queued. */
  | { status: 'IN_PROGRESS' }
  | { status: 'COMPLETED'; language: string | undefined }
  | { status: 'FAILED'; reason: string }

/** The name of the job for an entry, or for one part of it; unique in the account. */
export function jobName(ref: StepInput, kind: JobKind, part?: number): string {
  const name = part === undefined ? executionName(ref) : `${executionName(ref)}-part${part}`
  return kind === 'identify' ? name : `${name}-${kind}`
}

/** The execution whose job has this name; undefined for a job that this service did not start. */
export function executionOfJob(name: string): string | undefined {
  return /^(.+-\d{14})(?:-part\d+)?(?:-english)?$/.exec(name)?.[1]
}

/** Amazon's limit. If more people speak than were requested, several share one label. */
const MAX_SPEAKERS = 30

/**
 * Starts the job with speaker labels, because two people must not share a line. The media format is not declared: Amazon
 * refuses a file whose declared format differs from the one that it detects, and what it detects is not documented for
 * every MP4. An existing job of the same name is this job from an earlier run of the step.
 */
export async function startJob(client: TranscribeClient, job: TranscriptionJob): Promise<void> {
  const language =
    job.kind === 'identify'
      ? { IdentifyLanguage: true, LanguageOptions: LANGUAGES }
      : { LanguageCode: 'en-US' as const }
  const command = new StartTranscriptionJobCommand({
    TranscriptionJobName: job.name,
    Media: { MediaFileUri: `s3://${job.bucket}/${job.mediaKey}` },
    OutputBucketName: job.bucket,
    OutputKey: job.outputKey,
    Settings: { ShowSpeakerLabels: true, MaxSpeakerLabels: MAX_SPEAKERS },
    JobExecutionSettings: { AllowDeferredExecution: true, DataAccessRoleArn: job.roleArn },
    ...language,
  })
  try {
    await client.send(command)
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error
  }
}

/** The state of a job; undefined if no job has this name. */
export async function readJob(client: TranscribeClient, name: string): Promise<JobState | undefined> {
  const job = await unlessUnknown(() => client.send(new GetTranscriptionJobCommand({ TranscriptionJobName: name })))
  if (!job) return undefined
  const { TranscriptionJobStatus, LanguageCode, FailureReason = '' } = job.TranscriptionJob ?? {}
  if (TranscriptionJobStatus === 'COMPLETED') return { status: 'COMPLETED', language: LanguageCode }
  if (TranscriptionJobStatus === 'FAILED') return { status: 'FAILED', reason: FailureReason }
  return { status: 'IN_PROGRESS' }
}

/** Undefined for an unknown job: Amazon throws NotFoundException, or BadRequestException with a message that says so. */
async function unlessUnknown<Result>(ask: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await ask()
  } catch (error) {
    const unknown =
      error instanceof Error &&
      (error.name === 'NotFoundException' ||
        (error.name === 'BadRequestException' && /f(?:i|ou)nd/i.test(error.message)))
    if (unknown) return undefined
    throw error
  }
}

/** Amazon returns no code, only an English `FailureReason`: these words distinguish the reasons. */
const REASONS: [RegExp, FailureCode][] = [
  [/length is too (?:small|short)|too short/i, 'NO_SPEECH'],
  [/file size too large|exceeds the maximum (?:size|length|duration)|too long/i, 'TOO_LONG'],
  [/number of channels|sample rate|media format|unsupported|codec/i, 'UNSUPPORTED_AUDIO'],
  [/no audio|does not contain audio|audio (?:stream|track)/i, 'NO_AUDIO'],
  [/isn't valid|not valid|invalid|corrupt|parse/i, 'DAMAGED_VIDEO'],
]

/** True if Amazon found too little speech to identify the language. */
export function isUnidentified(reason: string): boolean {
  return /language identification|identify the language|dominant language/i.test(reason)
}

/** The failure that a job's reason means; ENGINE_ERROR if the reason is not about the media. */
export function failureOfReason(reason: string): FailureCode {
  return REASONS.find(([words]) => words.test(reason))?.[1] ?? 'ENGINE_ERROR'
}
