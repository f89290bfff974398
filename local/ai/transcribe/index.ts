import { createErrorPlayer, type ErrorPlayer, ServiceFault } from '#local-aws/aws/errors.ts'
import { type AwsRequest, type AwsResponse, type AwsService, jsonResponse } from '#local-aws/aws/service.ts'
import { readRegion } from '#local-aws/aws/stated-signature.ts'
import type { EventEntry } from '#local-aws/eventbridge/index.ts'
import type { SpeechEngine } from '../../engines/engine.ts'
import { createJobRunner } from './job-runner.ts'
import { type Job, jobOnWire, openJobStore, stateChange } from './jobs.ts'
import { accessOf, badRequest, mediaObject, namedJob, parseStartRequest } from './requests.ts'

interface TranscribeOptions {
  engine: SpeechEngine
  hasObject(bucket: string, key: string): boolean
  /** Path of a file with the object's content, valid during one job. Rejects if there is no such object. */
  readObject(bucket: string, key: string): Promise<string>
  writeObject(bucket: string, key: string, body: Buffer): Promise<void>
  /** Receives the event of each job that ends. */
  putEvent(event: EventEntry): void
  /** Folder of the job database. A job interrupted by a restart runs again. */
  folder: string
  /** Epoch milliseconds. */
  now(): number
}

export interface TranscribeService extends AwsService, Pick<ErrorPlayer, 'failNext'> {
  /** Delivers the event of the next job that ends this many times: 0 loses it, 2 repeats it, as EventBridge may. */
  deliverNextEvent(times: number): void
  close(): Promise<void>
}

/**
 * Amazon Transcribe's StartTranscriptionJob and GetTranscriptionJob, backed by a speech engine on this machine, with
 * the parameters that the service uses. Other operations and parameters are refused by name.
 */
export async function createTranscribe(options: TranscribeOptions): Promise<TranscribeService> {
  const store = openJobStore(options.folder)
  const player = createErrorPlayer()
  const deliveries: number[] = []
  const onEnd = (job: Job) => {
    for (let times = deliveries.shift() ?? 1; times > 0; times -= 1) options.putEvent(stateChange(job))
  }
  const runner = createJobRunner({ ...options, store, onEnd })
  runner.resume()
  runner.wake()

  function start(body: unknown, region: string): Job {
    const request = parseStartRequest(body)
    if (store.get(request.TranscriptionJobName))
      throw new ServiceFault('ConflictException', 'The requested job name already exists.')
    const { bucket, key } = mediaObject(request)
    if (!options.hasObject(bucket, key))
      throw badRequest(
        "The S3 URI that you provided can't be accessed. Make sure that you have read permission and try your request again.",
      )
    const job: Job = { request, region, status: 'QUEUED', createdAt: options.now() }
    store.put(job)
    runner.wake()
    return job
  }

  function existing(body: unknown): Job {
    const job = store.get(namedJob(body) ?? '')
    if (!job)
      throw new ServiceFault(
        'NotFoundException',
        "The requested job couldn't be found. Check the job name and try your request again.",
      )
    return job
  }

  function answer({ operation, headers, body: bytes }: AwsRequest): AwsResponse {
    const played = player.take(operation)
    if (played) return played
    const body: unknown = JSON.parse(bytes.toString() || '{}')
    if (operation === 'StartTranscriptionJob')
      return jsonResponse({ TranscriptionJob: jobOnWire(start(body, readRegion(headers))) })
    if (operation === 'GetTranscriptionJob') return jsonResponse({ TranscriptionJob: jobOnWire(existing(body)) })
    throw new ServiceFault('UnknownOperationException', `The local Transcribe has no operation ${operation}.`)
  }

  return {
    failNext: player.failNext,
    deliverNextEvent: times => void deliveries.push(times),
    accessOf,
    async handle(request) {
      try {
        return answer(request)
      } catch (error) {
        if (error instanceof ServiceFault) return error.response
        throw error
      }
    },
    async close() {
      await runner.close()
      store.close()
    },
  }
}
