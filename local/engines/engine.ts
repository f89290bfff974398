/** A word that was heard, with the time it takes in the media. */
export interface SpokenWord {
  text: string
  startMs: number
  endMs: number
  /** 0 to 1. */
  confidence: number
  /** Punctuation that follows without a space, such as `,` or `.`; empty where there is none. */
  after: string
}

/** Language code of speech in a language that cannot be named (ISO 639-2). */
export const UNDETERMINED = 'und'

/** What was heard in a file. No words: nobody speaks. */
export interface Recognition {
  words: SpokenWord[]
  /** Amazon's code of the language spoken, such as `en-US`. */
  language: string
  /** 0 to 1. */
  languageScore: number
  /** Length of the sound. */
  durationMs: number
  /** The words stand in for a model that is not installed. */
  rehearsal?: true
}

export interface HearingOptions {
  /** Gives the work up. */
  signal?: AbortSignal
}

/** Turns speech into words. */
export interface SpeechEngine {
  /**
   * Hears a media file of this machine.
   * @throws {EngineError} with the code that says whether the file or the engine is at fault
   */
  hear(file: string, options?: HearingOptions): Promise<Recognition>
}

/** Amazon Translate's two registers of Korean: 존댓말 and 반말. */
export type Formality = 'FORMAL' | 'INFORMAL'

/** Turns English sentences into Korean ones. */
export interface TranslationEngine {
  /** Whether it can choose between 존댓말 and 반말; the formality is only a wish where it cannot. */
  readonly hasRegisters?: boolean
  /** The Korean of each text, in order. */
  translate(texts: string[], formality: Formality): Promise<string[]>
}

/**
 * What may go wrong in an engine.
 * `NO_AUDIO` the file has no sound track · `UNREADABLE` it is no media file or is damaged · `UNSUPPORTED_CODEC` its sound
 * is coded in a way that cannot be decoded here · `ENGINE_FAILED` the engine broke twice on this work · `STOPPED` it was
 * given up or the engine is closed
 */
export type EngineErrorCode = 'NO_AUDIO' | 'UNREADABLE' | 'UNSUPPORTED_CODEC' | 'ENGINE_FAILED' | 'STOPPED'

/** A failure of an engine with a stable code. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/**
 * What is waited for, unless the work is given up before it comes.
 * @throws {EngineError} STOPPED
 */
export async function unlessStopped<T>(awaited: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return awaited
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(new EngineError('STOPPED', 'The work was given up.'))
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  return Promise.race([awaited, promise]).finally(() => signal.removeEventListener('abort', onAbort))
}
