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
 * Amazon's reasons for failed jobs, verbatim. Its reference of TranscriptionJob lists the first three and reasons about
 * declared sample rates and channels, which the service does not send; the others are from user reports.
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
 * Less speech is refused where the language is to be identified. Amazon's guide asks for 30 seconds "for best results";
 * from how few it refuses is not documented, so that this stand-in takes the advice for the limit.
 */
const IDENTIFIED_FROM_MS = 30_000

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
    const outcome = await runJob(started, stop.signal)
    // An orderly stop is not the job's doing: it is queued as it was.
    store.put(stop.signal.aborted ? queued : { ...started, ...outcome, completedAt: now() })
  }

  async function runJob(job: Job, signal: AbortSignal): Promise<Partial<Job>> {
    const { request } = job
    try {
      const { bucket, key } = mediaObject(request)
      const file = await options.readObject(bucket, key)
      const fault = await findMediaFault(file, request.MediaFormat)
      if (fault) return failed(fault)
      const heard = await unlessStopped(options.engine.transcribe(file, { signal }), signal)
      if (heard.durationMs < SHORTEST_MS) return failed(FAILURE_REASONS.tooShort)
      if (request.IdentifyLanguage && speechMs(heard) < IDENTIFIED_FROM_MS)
        return failed(FAILURE_REASONS.noSpeechToIdentify)
      const language = request.LanguageCode ?? identified(heard, request.LanguageOptions)
      const words = request.LanguageCode ? wordsAs(request.LanguageCode, heard) : heard.words
      const transcript = Buffer.from(JSON.stringify(transcriptFile(request, { ...heard, words }, language)))
      await options.writeObject(request.OutputBucketName, request.OutputKey, transcript)
      return {
        status: 'COMPLETED',
        languageCode: language,
        mediaFormat: (await detectFormat(file))?.format,
        ...(request.IdentifyLanguage && { identifiedLanguageScore: heard.languageScore }),
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

/** The reason why Amazon refuses a file before it listens; `undefined` if it accepts the file. */
async function findMediaFault(file: string, declared: MediaFormat | undefined): Promise<string | undefined> {
  if ((await stat(file)).size > LARGEST_BYTES) return FAILURE_REASONS.tooLarge
  const detected = await detectFormat(file)
  if (!detected) return FAILURE_REASONS.invalidMedia
  if (declared === undefined) return undefined
  // What Amazon detects is not documented for every file: a declaration may then be wrong, whatever it says.
  return detected.isCertain && detected.format === declared ? undefined : FAILURE_REASONS.otherFormat
}

/** Time between the first and the last word, less the pauses of a second and more. */
function speechMs({ words }: Transcription): number {
  return words.reduce((sum, { startMs, endMs }, i) => {
    const pause = startMs - (words[i - 1]?.endMs ?? startMs)
    return sum + endMs - startMs + (pause < 1000 ? pause : 0)
  }, 0)
}

/** How much less sure Amazon is of words in a language that it was told to hear but nobody speaks. Not documented. */
const FOREIGN_CONFIDENCE = 0.4

/** The words as Amazon writes them when it is told the language: for speech in another one, without confidence. */
function wordsAs(language: string, heard: Transcription): SpokenWord[] {
  const isSpoken = heard.language.split('-')[0] === language.split('-')[0]
  if (isSpoken) return heard.words
  return heard.words.map(word => ({ ...word, confidence: word.confidence * FOREIGN_CONFIDENCE }))
}

function failed(failureReason: string): Partial<Job> {
  return { status: 'FAILED', failureReason }
}

/**
 * Chooses among the offered languages, as Amazon does: the one whose language matches, whatever its region. For a
 * language that the engine cannot name, the first that is not English.
 */
function identified(heard: Transcription, options: string[] | undefined): string {
  if (!options || options.includes(heard.language)) return heard.language
  if (heard.language === UNDETERMINED) return options.find(option => !option.startsWith('en-')) ?? heard.language
  const base = heard.language.split('-')[0]
  return options.find(option => option.split('-')[0] === base) ?? heard.language
}

function chooseReason(error: unknown): string {
  if (!(error instanceof EngineError)) return FAILURE_REASONS.internal
  if (error.code === 'UNSUPPORTED_CODEC') return FAILURE_REASONS.unsupported
  if (error.code === 'TOO_LONG') return FAILURE_REASONS.tooLarge
  return error.code === 'UNREADABLE' || error.code === 'NO_AUDIO'
    ? FAILURE_REASONS.invalidMedia
    : FAILURE_REASONS.internal
}
