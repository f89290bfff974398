import { EngineError, type Recognition, type SpeechEngine, unlessStopped } from '../../engines/engine.ts'
import { UNDETERMINED } from '../../engines/language.ts'
import type { Job } from './job.ts'
import type { JobStore } from './job-store.ts'
import { transcriptFile } from './result.ts'
import { mediaObject, outputKey } from './start-request.ts'

/** Amazon's words for a failed job (its reference of TranscriptionJob, and what users report where it lists none). */
export const FAILURE_REASONS = {
  invalidMedia: "The data in your input media file isn't valid. Check the media file and try your request again.",
  unsupported: 'Unsupported media format.',
  tooShort:
    'The input media file length is too small. Minimum audio duration is 0.500000 seconds. ' +
    'Check the length of the file and try your request again.',
  noSpeechToIdentify:
    'Your audio file must have a speech segment long enough in duration to perform automatic language identification. ' +
    'Provide an audio file with someone speaking for a longer period of time and try your request again.',
  internal: 'There was an internal error. Try your request again.',
} as const

const SHORTEST_MS = 500

export interface JobRunnerOptions {
  engine: SpeechEngine
  store: JobStore
  readObject(bucket: string, key: string): Promise<string>
  writeObject(bucket: string, key: string, body: Buffer): Promise<void>
  now(): number
  /** A job came to its end. */
  onEnd(job: Job): void
}

/** Hears one job after another: an engine takes the whole machine. */
export interface JobRunner {
  /** Looks for queued jobs. */
  wake(): void
  /** Gives up a job that is being heard; its row is the caller's. */
  cancel(name: string): void
  /** Stops; the job that is being heard stays open and is heard anew after the next start. */
  close(): Promise<void>
}

export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { store, now } = options
  let current: { name: string; stop: AbortController } | undefined
  let running: Promise<void> | undefined
  let isClosed = false

  /** A closed runner leaves the store alone. */
  const next = () => (isClosed ? undefined : store.oldest('QUEUED'))

  async function runAll(): Promise<void> {
    for (let job = next(); job; job = next()) await run(job)
  }

  async function run(queued: Job): Promise<void> {
    const name = queued.request.TranscriptionJobName
    const stop = new AbortController()
    current = { name, stop }
    const started: Job = { ...queued, status: 'IN_PROGRESS', startedAt: now() }
    store.put(started)
    const end = await outcome(started, stop.signal)
    current = undefined
    if (isClosed || stop.signal.aborted || !store.get(name)) return
    const ended: Job = { ...started, ...end, completedAt: now() }
    store.put(ended)
    options.onEnd(ended)
  }

  async function outcome(job: Job, signal: AbortSignal): Promise<Partial<Job>> {
    const { request } = job
    try {
      const { bucket, key } = mediaObject(request)
      const file = await options.readObject(bucket, key)
      const heard = await unlessStopped(options.engine.hear(file, { signal }), signal)
      if (heard.durationMs < SHORTEST_MS) return failed(FAILURE_REASONS.tooShort)
      if (request.IdentifyLanguage && heard.words.length === 0) return failed(FAILURE_REASONS.noSpeechToIdentify)
      const language = request.LanguageCode ?? identified(heard, request.LanguageOptions)
      const transcript = Buffer.from(JSON.stringify(transcriptFile(request, heard, language)))
      await options.writeObject(request.OutputBucketName, outputKey(request), transcript)
      return {
        status: 'COMPLETED',
        languageCode: language,
        ...(request.IdentifyLanguage && { identifiedLanguageScore: heard.languageScore }),
      }
    } catch (error) {
      if (!signal.aborted) console.error(`Transcription job ${request.TranscriptionJobName}:`, error)
      return failed(reasonOf(error))
    }
  }

  function wake(): void {
    if (isClosed) return
    running ??= runAll().finally(() => {
      running = undefined
      if (next()) wake()
    })
  }

  return {
    wake,
    cancel(name) {
      if (current?.name === name) current.stop.abort()
    },
    async close() {
      isClosed = true
      current?.stop.abort()
      await running
    },
  }
}

function failed(failureReason: string): Partial<Job> {
  return { status: 'FAILED', failureReason }
}

/**
 * Amazon chooses among the options: the one that speaks the same language stands for the region the engine named, and
 * the first that is not English for a language that the engine cannot name.
 */
function identified(heard: Recognition, options: string[] | undefined): string {
  if (!options || options.includes(heard.language)) return heard.language
  if (heard.language === UNDETERMINED) return options.find(option => !option.startsWith('en-')) ?? heard.language
  const base = heard.language.split('-')[0]
  return options.find(option => option.split('-')[0] === base) ?? heard.language
}

function reasonOf(error: unknown): string {
  if (!(error instanceof EngineError)) return FAILURE_REASONS.internal
  if (error.code === 'UNSUPPORTED_CODEC') return FAILURE_REASONS.unsupported
  return error.code === 'UNREADABLE' || error.code === 'NO_AUDIO'
    ? FAILURE_REASONS.invalidMedia
    : FAILURE_REASONS.internal
}
