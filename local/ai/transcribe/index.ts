import * as z from 'zod'
import { createErrorPlayer, type ErrorPlayer, ServiceFault } from '../../aws/played-errors.ts'
import { type AwsRequest, type AwsResponse, type AwsService, jsonAnswer } from '../../aws/service.ts'
import { regionOf } from '../../aws/stated-signature.ts'
import type { SpeechEngine } from '../../engines/engine.ts'
import type { EventEntry } from '../../events/index.ts'
import { accessOf } from './access.ts'
import { type Job, jobOnWire, jobStatus, summaryOnWire } from './job.ts'
import { createJobRunner } from './job-runner.ts'
import { openJobStore } from './job-store.ts'
import { badRequest, jobName, mediaObject, parseStartRequest } from './start-request.ts'

/** Amazon's limit of jobs under way at once; what goes beyond must be queued by JobExecutionSettings. */
const MAX_OPEN_JOBS = 250

export interface TranscribeOptions {
  engine: SpeechEngine
  hasObject(bucket: string, key: string): boolean
  /** Path of a file that holds the object, for one job at a time; rejects where there is none. */
  readObject(bucket: string, key: string): Promise<string>
  writeObject(bucket: string, key: string, body: Buffer): Promise<void>
  /** Keeps the jobs over a restart; one that was cut off is heard anew. */
  folder: string
  /** Milliseconds. */
  now(): number
  /** The event that Amazon puts on the bus when a job ends. */
  onStateChange?(event: EventEntry): void
}

export interface TranscribeService extends AwsService, Pick<ErrorPlayer, 'failNext'> {
  close(): Promise<void>
}

const listRequest = z.object({
  Status: jobStatus.optional(),
  JobNameContains: z.string().optional(),
  MaxResults: z.int().min(1).max(100).default(5),
  NextToken: z.string().regex(/^\d+$/).default('0'),
})

/** Amazon Transcribe's batch jobs over an engine of this machine. */
export async function createTranscribe(options: TranscribeOptions): Promise<TranscribeService> {
  const { now } = options
  const store = openJobStore(options.folder)
  const player = createErrorPlayer()
  const runner = createJobRunner({ ...options, store, onEnd: job => options.onStateChange?.(stateChange(job)) })
  for (const job of store.all()) if (job.status === 'IN_PROGRESS') store.put({ ...job, status: 'QUEUED' })
  runner.wake()

  function start(body: unknown, region: string): AwsResponse {
    const request = parseStartRequest(body)
    if (store.get(request.TranscriptionJobName))
      throw new ServiceFault('ConflictException', 'The requested job name already exists.')
    const isDeferrable = request.JobExecutionSettings?.AllowDeferredExecution === true
    if (!isDeferrable && store.countOpen() >= MAX_OPEN_JOBS)
      throw new ServiceFault('LimitExceededException', 'You have too many concurrent transcription jobs.')
    const { bucket, key } = mediaObject(request)
    if (!options.hasObject(bucket, key))
      throw badRequest(
        "The S3 URI that you provided can't be accessed. Make sure that you have read permission and try your request again.",
      )
    const job: Job = { request, region, status: 'QUEUED', createdAt: now() }
    store.put(job)
    runner.wake()
    return jsonAnswer({ TranscriptionJob: jobOnWire(job) })
  }

  function existing(body: unknown): Job {
    const input = jobName.safeParse(body)
    const job = input.success ? store.get(input.data.TranscriptionJobName) : undefined
    if (!job)
      throw new ServiceFault(
        'NotFoundException',
        "The requested job couldn't be found. Check the job name and try your request again.",
      )
    return job
  }

  function list(body: unknown): AwsResponse {
    const input = listRequest.safeParse(body)
    if (!input.success) throw badRequest(z.prettifyError(input.error))
    const { Status, JobNameContains = '', MaxResults, NextToken } = input.data
    const matching = store
      .all()
      .filter(job => Status === undefined || job.status === Status)
      .filter(job => job.request.TranscriptionJobName.toLowerCase().includes(JobNameContains.toLowerCase()))
    const end = Number(NextToken) + MaxResults
    return jsonAnswer({
      Status,
      NextToken: end < matching.length ? String(end) : undefined,
      TranscriptionJobSummaries: matching.slice(Number(NextToken), end).map(summaryOnWire),
    })
  }

  async function answer(request: AwsRequest): Promise<AwsResponse> {
    const played = player.take(request.operation)
    if (played) return played
    const body: unknown = JSON.parse(request.body.toString() || '{}')
    if (request.operation === 'StartTranscriptionJob') return start(body, regionOf(request.headers))
    if (request.operation === 'GetTranscriptionJob') return jsonAnswer({ TranscriptionJob: jobOnWire(existing(body)) })
    if (request.operation === 'ListTranscriptionJobs') return list(body)
    if (request.operation !== 'DeleteTranscriptionJob')
      throw new ServiceFault('UnknownOperationException', `Transcribe has no ${request.operation} here.`)
    const { TranscriptionJobName } = existing(body).request
    store.delete(TranscriptionJobName)
    runner.cancel(TranscriptionJobName)
    return jsonAnswer({})
  }

  return {
    failNext: player.failNext,
    accessOf,
    async handle(request) {
      try {
        return await answer(request)
      } catch (error) {
        if (error instanceof ServiceFault) return error.answer
        throw error
      }
    },
    async close() {
      await runner.close()
      store.close()
    },
  }
}

function stateChange(job: Job): EventEntry {
  return {
    source: 'aws.transcribe',
    'detail-type': 'Transcribe Job State Change',
    detail: {
      TranscriptionJobName: job.request.TranscriptionJobName,
      TranscriptionJobStatus: job.status,
      ...(job.failureReason && { FailureReason: job.failureReason }),
    },
  }
}
