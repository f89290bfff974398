/** A transcribed word; times are integer milliseconds from the start of the media. */
export interface Word {
  text: string
  startMs: number
  endMs: number
  /** 0 to 1, as the transcriber states it; 1 if it states none. */
  confidence: number
  /** Punctuation after the word, or ''. */
  after: string
  /** A name, a number of the transcriber, `turn-1` ... for voices without a name, or `BESIDE`. */
  speaker?: string
}

/**
 * The speaker of words that a subtitle shows beside the dialogue, as a sign or a lyric: their sentences and cues are a
 * track of their own.
 */
export const BESIDE = 'beside'

/** The transcribed words. `dropped` lists sounds in brackets, invented words and hallucinated repetitions for the report. */
export type Transcript = { words: Word[]; durationMs: number; dropped: Word[] }

/** A whole sentence of speech: the unit of translation. */
export type Sentence = { id: string; text: string; words: Word[]; startMs: number; endMs: number }

/** Another sentence of the batch with its translation. */
export type Neighbour = { readonly sentence: Pick<Sentence, 'id' | 'text'>; readonly korean: string }

/**
 * Why a user should check a cue.
 *
 * Rules that its sentence makes impossible to keep: `speed` (more text than time), `duration` (the next words leave no
 * time), `gap` and `inTime` (several sentences at one moment), `lineLength` (more text than fits the cues for which
 * there is time), `lineBreak` (one eojeol longer than a line), `phrase` (words that belong together but fit no line),
 * `pause` (fewer eojeols than phrases), `outTime` (the media ends).
 * Doubts about the content: `confidence` (transcribed with low confidence), `numbers` (a number of the source is
 * missing), `unheard` (speech near it may be missing), `script` (the user's script differs), `translation` (missing: the source is shown), `register` (not the requested speech level).
 * In parsed files: `timing` (unreadable times).
 */
export type Flag =
  | 'speed'
  | 'duration'
  | 'gap'
  | 'inTime'
  | 'outTime'
  | 'lineLength'
  | 'lineBreak'
  | 'phrase'
  | 'pause'
  | 'confidence'
  | 'unheard'
  | 'script'
  | 'meaning'
  | 'numbers'
  | 'translation'
  | 'register'
  | 'timing'

/** One subtitle: at most two lines, shown from `startMs` to `endMs` (integer milliseconds). */
export interface Cue {
  startMs: number
  endMs: number
  lines: readonly string[]
  sentenceIds: readonly string[]
  flags: readonly Flag[]
  /** Set for a cue beside the dialogue: it is shown at the top, and may overlap cues that are not. */
  place?: 'top'
}

/** Base class of the engine's errors. `code` is stable, `message` is for developers. */
export class SubtitleError extends Error {
  readonly code:
    | 'TRANSCRIPT_UNREADABLE'
    | 'SUBTITLE_TOO_LARGE'
    | 'SUBTITLE_UNREADABLE'
    | 'SUBTITLE_NO_TIMES'
    | 'SUBTITLE_EMPTY'
    | 'SUBTITLE_TOO_LONG'
    | 'SUBTITLE_WRONG_TIME'
    | 'SUBTITLE_TOO_DENSE'
    | 'SUBTITLE_TOO_MUCH'
    | 'SUBTITLE_NOT_ENGLISH'
  /** What the file is, a dialect or another kind of file, where that helps a user. */
  readonly found: string | undefined
  /** Line of the file, from 1. */
  readonly line: number | undefined

  constructor(
    code: SubtitleError['code'],
    message: string,
    options: { cause?: unknown; found?: string | undefined; line?: number } = {},
  ) {
    super(message, options)
    this.name = 'SubtitleError'
    this.code = code
    this.found = options.found
    this.line = options.line
  }
}
