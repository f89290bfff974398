/** A transcribed word and its time in the media. */
export interface SpokenWord {
  text: string
  startMs: number
  endMs: number
  /** 0 to 1. */
  confidence: number
  /** Punctuation that follows without a space, such as `,` or `.`; may be empty. */
  after: string
  /** Number of the voice from 0, if the engine distinguishes voices. */
  voice?: number
}

/** Language code for speech whose language cannot be identified (ISO 639-2). */
export const UNDETERMINED = 'und'

/** The speech of a media file. It has no words if there is no speech. */
export interface Transcription {
  words: SpokenWord[]
  /** Amazon's language code, such as `en-US`, or `UNDETERMINED`. */
  language: string
  /** 0 to 1. */
  languageScore: number
  /** Length of the sound. */
  durationMs: number
  /** Set for placeholder words, if no model is installed. */
  rehearsal?: true
  /** Name of the engine, for the certificate. */
  engine?: string
}

export interface TranscriptionOptions {
  /** Abandons the work. */
  signal?: AbortSignal
}

/** Transcribes speech. */
export interface SpeechEngine {
  /**
   * Transcribes the speech of a media file.
   * @throws {EngineError} with a code that distinguishes a faulty file from a faulty engine
   */
  transcribe(file: string, options?: TranscriptionOptions): Promise<Transcription>
}

/** Amazon Translate's two registers of Korean: 존댓말 and 반말. */
export type Formality = 'FORMAL' | 'INFORMAL'

/** Translates English sentences into Korean. */
export interface TranslationEngine {
  /** Whether the engine can choose between 존댓말 and 반말. Others ignore the formality. */
  readonly hasRegisters?: boolean
  /** Returns the Korean of each text, in order. */
  translate(texts: string[], formality: Formality): Promise<string[]>
}

/**
 * Codes of engine failures. `NO_AUDIO` the file has no sound track · `UNREADABLE` the file is damaged or not a media
 * file · `UNSUPPORTED_CODEC` the sound cannot be decoded here · `TOO_LONG` the sound is longer than Amazon Transcribe
 * accepts · `ENGINE_FAILED` the engine crashed twice on this work · `STOPPED` the work was abandoned or the engine is
 * closed
 */
export type EngineErrorCode = 'NO_AUDIO' | 'UNREADABLE' | 'UNSUPPORTED_CODEC' | 'TOO_LONG' | 'ENGINE_FAILED' | 'STOPPED'

/** An engine failure with a stable code. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/**
 * Waits for a result unless the signal aborts first.
 * @throws {EngineError} STOPPED
 */
export async function unlessStopped<T>(awaited: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return awaited
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(new EngineError('STOPPED', 'The work was abandoned.', { cause: signal.reason }))
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  return Promise.race([awaited, promise]).finally(() => signal.removeEventListener('abort', onAbort))
}
