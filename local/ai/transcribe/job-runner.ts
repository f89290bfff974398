import { stat } from 'node:fs/promises'
import { printDefect } from '#local-aws/machine/terminal.ts'
import {
  EngineError,
  type SpeechEngine,
  type SpokenWord,
  type Transcription,
  UNDETERMINED,
  unlessStopped,
} from '../../engines/engine.ts'
import type { Job, JobStore } from './jobs.ts'
import { detectFormat, type MediaFormat } from './media-format.ts'
import { mediaObject } from './requests.ts'
import { transcriptFile } from './result.ts'

/**
 * Amazon's reasons for failed jobs, verbatim. The reference of TranscriptionJob lists the first three, and others about
 * declared sample rates and channels, which the service does not send. The rest are from user reports.
 */
export const FAILURE_REASONS = {
  unsupported: 'Unsupported media format.',
  otherFormat: 'The media format provided does not match the detected media format.',
  tooLarge: 'Invalid file size: file size too large.',
  invalidMedia: "The data in your input media file isn't valid. Check the media file and try your request again.",
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
/** Larger files are refused. */
const LARGEST_BYTES = 2 * 1024 ** 3
/**
 * Minimum speech for identifying the language. Amazon's guide recommends 30 seconds "for best results"; the real
 * minimum is not documented, so this stand-in treats the recommendation as the limit.
 */
const IDENTIFIED_FROM_MS = 30_000

interface JobRunnerOptions {
  engine: SpeechEngine
  store: JobStore
  readObject(bucket: string, key: string): Promise<string>
  writeObject(bucket: string, key: string, body: Buffer): Promise<void>
  now(): number
  /** Called after a job completed or failed. */
  onEnd(job: Job): void
}

/** A job that was interrupted by this many crashes fails. */
const MOST_STARTS = 2

interface JobRunner {
  /** Queues interrupted jobs again, and fails those that were interrupted twice. */
  resume(): void
  /** Runs the queued jobs unless it is already doing so. */
  wake(): void
  /** Interrupts the current job, which is queued again for the next start. */
  close(): Promise<void>
}

/** Runs one job at a time, because a speech engine uses the whole machine. */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { store, now } = options
  const stop = new AbortController()
  let running: Promise<void> | undefined
  let latest: { identity: string; transcription: Transcription } | undefined

  /** A closed runner does not change the store. */
  const next = () => (stop.signal.aborted ? undefined : store.oldest('QUEUED'))

  /**
   * A job that was running when the machine stopped runs once more. If it stops the machine again, its file may be the
   * cause.
   */
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
    const outcome = await runJob(started, stop.signal)
    // An orderly stop is not the job's fault, so the job is queued again unchanged.
    if (stop.signal.aborted) return store.put(queued)
    const ended: Job = { ...started, ...outcome, completedAt: now() }
    store.put(ended)
    options.onEnd(ended)
  }

  /** Reuses the transcript of speech too short to identify its language, which is requested again as English. */
  async function transcribed(file: string, signal: AbortSignal): Promise<Transcription> {
    const { size, mtimeMs } = await stat(file)
    const identity = `${file} ${size} ${mtimeMs}`
    if (latest?.identity === identity) return latest.transcription
    const transcription = await unlessStopped(options.engine.transcribe(file, { signal }), signal)
    latest = { identity, transcription }
    return transcription
  }

  async function runJob(job: Job, signal: AbortSignal): Promise<Partial<Job>> {
    const { request } = job
    try {
      const { bucket, key } = mediaObject(request)
      const file = await options.readObject(bucket, key)
      const fault = await findMediaFault(file, request.MediaFormat)
      if (fault) return failed(fault)
      const transcription = await transcribed(file, signal)
      if (transcription.durationMs < SHORTEST_MS) return failed(FAILURE_REASONS.tooShort)
      if (request.IdentifyLanguage && speechMs(transcription) < IDENTIFIED_FROM_MS)
        return failed(FAILURE_REASONS.noSpeechToIdentify)
      const language = request.LanguageCode ?? identified(transcription, request.LanguageOptions)
      const words = request.LanguageCode ? wordsAs(request.LanguageCode, transcription) : transcription.words
      const transcript = Buffer.from(JSON.stringify(transcriptFile(request, { ...transcription, words }, language)))
      await options.writeObject(request.OutputBucketName, request.OutputKey, transcript)
      return {
        status: 'COMPLETED',
        languageCode: language,
        mediaFormat: (await detectFormat(file))?.format,
        ...(request.IdentifyLanguage && { identifiedLanguageScore: transcription.languageScore }),
      }
    } catch (error) {
      if (!signal.aborted) printDefect(`Transcription job ${request.TranscriptionJobName}`, error)
      return failed(chooseReason(error))
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

/** The reason why Amazon refuses a file before transcribing it; `undefined` if it accepts the file. */
async function findMediaFault(file: string, declared: MediaFormat | undefined): Promise<string | undefined> {
  if ((await stat(file)).size > LARGEST_BYTES) return FAILURE_REASONS.tooLarge
  const detected = await detectFormat(file)
  if (!detected) return FAILURE_REASONS.invalidMedia
  if (declared === undefined) return undefined
  // It is not documented for every file what Amazon detects, so any declaration may be wrong.
  return detected.isCertain && detected.format === declared ? undefined : FAILURE_REASONS.otherFormat
}

/** Time between the first and the last word, minus pauses of a second or more. */
function speechMs({ words }: Transcription): number {
  return words.reduce((sum, { startMs, endMs }, i) => {
    const pause = startMs - (words[i - 1]?.endMs ?? startMs)
    return sum + endMs - startMs + (pause < 1000 ? pause : 0)
  }, 0)
}

/** Factor on the confidence of words in another language than the declared one. An assumption; not documented. */
const FOREIGN_CONFIDENCE = 0.4

/** The words as Amazon returns them for a declared language: with low confidence if the speech is in another one. */
function wordsAs(language: string, transcription: Transcription): SpokenWord[] {
  const isSpoken = transcription.language.split('-')[0] === language.split('-')[0]
  if (isSpoken) return transcription.words
  return transcription.words.map(word => ({ ...word, confidence: word.confidence * FOREIGN_CONFIDENCE }))
}

function failed(failureReason: string): Partial<Job> {
  return { status: 'FAILED', failureReason }
}

/**
 * Chooses among the offered languages as Amazon does: the one with the matching language, in any region. For a language
 * that the engine cannot identify, the first that is not English.
 */
function identified(transcription: Transcription, options: string[] | undefined): string {
  if (!options || options.includes(transcription.language)) return transcription.language
  if (transcription.language === UNDETERMINED)
    return options.find(option => !option.startsWith('en-')) ?? transcription.language
  const base = transcription.language.split('-')[0]
  return options.find(option => option.split('-')[0] === base) ?? transcription.language
}

function chooseReason(error: unknown): string {
  if (!(error instanceof EngineError)) return FAILURE_REASONS.internal
  if (error.code === 'UNSUPPORTED_CODEC') return FAILURE_REASONS.unsupported
  if (error.code === 'TOO_LONG') return FAILURE_REASONS.tooLarge
  return error.code === 'UNREADABLE' || error.code === 'NO_AUDIO'
    ? FAILURE_REASONS.invalidMedia
    : FAILURE_REASONS.internal
}
