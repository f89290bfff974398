import { EngineError, type Recognition, type SpeechEngine, UNDETERMINED, unlessStopped } from '../../engines/engine.ts'
import type { Job, JobStore } from './jobs.ts'
import { mediaObject } from './requests.ts'
import { transcriptFile } from './result.ts'

/** Amazon's reasons for failed jobs, from its reference of TranscriptionJob and, where that lists none, from user reports. */
export const FAILURE_REASONS = {
  invalidMedia: "The data in your input media file isn't valid. Check the media file and try your request again.",
  unsupported: 'Unsupported media format.',
  tooLong: 'Invalid file size: file size too large.',
  tooShort:
    'The input media file length is too small. Minimum audio duration is 0.500000 seconds. ' +
    'Check the length of the file and try your request again.',
  noSpeechToIdentify:
    'Your audio file must have a speech segment long enough in duration to perform automatic language identification. ' +
    'Provide an audio file with someone speaking for a longer period of time and try your request again.',
  internal: 'There was an internal error. Try your request again.',
} as const

/** Shorter media is refused. */
const SHORTEST_MS = 500

interface JobRunnerOptions {
  engine: SpeechEngine
  store: JobStore
  readObject(bucket: string, key: string): Promise<string>
  writeObject(bucket: string, key: string, body: Buffer): Promise<void>
  now(): number
}

/** Starts of a job that ended with the machine: after these it fails. */
const MOST_STARTS = 2

interface JobRunner {
  /** Queues the jobs again that were cut off with the machine; fails those that were cut off twice. */
  resume(): void
  /** Runs the queued jobs unless it is already doing so. */
  wake(): void
  /** Interrupts the current job, which is queued again for the next start. */
  close(): Promise<void>
}

/** Runs one job after another, since a speech engine takes the whole machine. */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { store, now } = options
  const stop = new AbortController()
  let running: Promise<void> | undefined

  /** A closed runner leaves the store alone. */
  const next = () => (stop.signal.aborted ? undefined : store.oldest('QUEUED'))

  /** A job that was running when the machine was cut off runs once more, for a file may be what stopped the machine. */
  function resume(): void {
    for (let job = store.oldest('IN_PROGRESS'); job; job = store.oldest('IN_PROGRESS')) {
      const isGivenUp = (job.starts ?? 1) >= MOST_STARTS
      store.put(
        isGivenUp ? { ...job, ...failed(FAILURE_REASONS.internal), completedAt: now() } : { ...job, status: 'QUEUED' },
      )
    }
  }

  async function runAll(): Promise<void> {
    for (let job = next(); job; job = next()) await run(job)
  }

  async function run(queued: Job): Promise<void> {
    const started: Job = { ...queued, status: 'IN_PROGRESS', startedAt: now(), starts: (queued.starts ?? 0) + 1 }
    store.put(started)
    const outcome = await outcomeOf(started, stop.signal)
    // An orderly stop is not the job's doing: it is queued as it was.
    store.put(stop.signal.aborted ? queued : { ...started, ...outcome, completedAt: now() })
  }

  async function outcomeOf(job: Job, signal: AbortSignal): Promise<Partial<Job>> {
    const { request } = job
    try {
      const { bucket, key } = mediaObject(request)
      const file = await options.readObject(bucket, key)
      const heard = await unlessStopped(options.engine.hear(file, { signal }), signal)
      if (heard.durationMs < SHORTEST_MS) return failed(FAILURE_REASONS.tooShort)
      if (request.IdentifyLanguage && heard.words.length === 0) return failed(FAILURE_REASONS.noSpeechToIdentify)
      const language = request.LanguageCode ?? identified(heard, request.LanguageOptions)
      const transcript = Buffer.from(JSON.stringify(transcriptFile(request, heard, language)))
      await options.writeObject(request.OutputBucketName, request.OutputKey, transcript)
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
    running ??= runAll().finally(() => {
      running = undefined
      if (next()) wake()
    })
  }

  return {
    resume,
    wake,
    async close() {
      stop.abort()
      await running
    },
  }
}

function failed(failureReason: string): Partial<Job> {
  return { status: 'FAILED', failureReason }
}

/**
 * Chooses among the offered languages, as Amazon does: the one whose language matches, whatever its region. For a
 * language that the engine cannot name, the first that is not English.
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
  if (error.code === 'TOO_LONG') return FAILURE_REASONS.tooLong
  return error.code === 'UNREADABLE' || error.code === 'NO_AUDIO'
    ? FAILURE_REASONS.invalidMedia
    : FAILURE_REASONS.internal
}
