import {
  ConflictException,
  GetTranscriptionJobCommand,
  type LanguageCode,
  StartTranscriptionJobCommand,
  type TranscribeClient,
} from '@aws-sdk/client-transcribe'
import { executionName, type StepInput } from '../contract/workflow.ts'

/** What is told apart; one dialect a language, for others are understood as well. */
const LANGUAGES: LanguageCode[] = ['en-US', 'ko-KR', 'ja-JP', 'zh-CN', 'es-ES', 'fr-FR', 'de-DE']

/** `identify`: Amazon says which language it is; `english`: taken for granted. Each is a job of its own. */
export type JobKind = 'identify' | 'english'

export interface TranscriptionJob {
  name: string
  kind: JobKind
  bucket: string
  /** Object keys of the media and of the result. */
  mediaKey: string
  outputKey: string
  /** Lets Amazon Transcribe read and write the bucket, and queue the job where too many run. */
  roleArn: string
}

export type JobState =
  | { status: 'IN_PROGRESS' }
  | { status: 'COMPLETED'; language: string | undefined }
  | { status: 'FAILED'; reason: string }

/** Unique name of the job of an entry. */
export function jobName(ref: StepInput, kind: JobKind): string {
  return kind === 'identify' ? executionName(ref) : `${executionName(ref)}-${kind}`
}

/** Starts the job; a job of this name that is there already is this job. */
export async function startJob(client: TranscribeClient, job: TranscriptionJob): Promise<void> {
  const language =
    job.kind === 'identify'
      ? { IdentifyLanguage: true, LanguageOptions: LANGUAGES }
      : { LanguageCode: 'en-US' as const }
  const command = new StartTranscriptionJobCommand({
    TranscriptionJobName: job.name,
    Media: { MediaFileUri: `s3://${job.bucket}/${job.mediaKey}` },
    MediaFormat: 'mp4',
    OutputBucketName: job.bucket,
    OutputKey: job.outputKey,
    JobExecutionSettings: { AllowDeferredExecution: true, DataAccessRoleArn: job.roleArn },
    ...language,
  })
  try {
    await client.send(command)
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error
  }
}

/** Where the job stands; `undefined` where there is none of this name. */
export async function readJob(client: TranscribeClient, name: string): Promise<JobState | undefined> {
  const job = await unlessUnknown(() => client.send(new GetTranscriptionJobCommand({ TranscriptionJobName: name })))
  if (!job) return undefined
  const { TranscriptionJobStatus, LanguageCode, FailureReason = '' } = job.TranscriptionJob ?? {}
  if (TranscriptionJobStatus === 'COMPLETED') return { status: 'COMPLETED', language: LanguageCode }
  if (TranscriptionJobStatus === 'FAILED') return { status: 'FAILED', reason: FailureReason }
  return { status: 'IN_PROGRESS' }
}

/** An unknown name is a BadRequestException or a NotFoundException, by its message. */
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
