import type { Encoding } from './decode.ts'

/** What a file turned out to be. */
export type Dialect =
  | 'srt'
  | 'vtt'
  | 'sbv'
  | 'ass'
  | 'sami'
  | 'ttml'
  | 'lrc'
  | 'json3'
  | 'srv3'
  | 'amazon'
  | 'whisper'
  | 'meeting'
  | 'table'

/** A stretch of a cue's text in which nothing changes. */
export interface Piece {
  text: string
  /** When its first word begins and its last one ends, where the file states it. */
  startMs?: number | undefined
  endMs?: number | undefined
  /** The voice that the file names for it. */
  speaker?: string | undefined
  /** Set apart from the rest of the cue, as the word that is spoken. */
  isLit?: boolean
}

/** A cue as its file states it, with its markup read. */
export interface RawCue {
  startMs: number
  endMs: number
  pieces: readonly Piece[]
  /** Line of the file, from 1; for JSON the number of the cue. */
  line: number
  place?: Place | undefined
  /** False if its times could not be read: it begins where the cue before it ends. */
  isTimed: boolean
}

/** Where on the screen; absent at the bottom. */
export type Place = 'top'

export interface SourceWord {
  text: string
  startMs?: number | undefined
  endMs?: number | undefined
  isLit?: boolean
}

/** A line of a cue. `speaker` is a name, or `turn-1`, `turn-2` ... for voices without one. */
export interface SourceLine {
  words: SourceWord[]
  speaker?: string | undefined
}

/** A cue of any dialect, read completely. */
export interface SourceCue {
  startMs: number
  endMs: number
  lines: SourceLine[]
  line: number
  place?: Place | undefined
  isTimed: boolean
  /** Shown beside the dialogue, on a track of its own: a sign, a lyric, a second voice. */
  isAside?: boolean
}

/**
 * What a reader left out or assumed: `untimed` (text without readable times, kept after the cue before it), `repeated`
 * (text that the cue before shows already), `comment`, `drawing`, `reading` (ruby above a word), `language` (the other
 * language of a file with two), `name` (of a speaker), `sound` (in brackets, not spoken), `broken` (characters that could
 * not be decoded), `frames` (times in frames; the note's text is the assumed rate).
 */
export type NoteKind =
  | 'untimed'
  | 'repeated'
  | 'comment'
  | 'drawing'
  | 'reading'
  | 'language'
  | 'name'
  | 'sound'
  | 'broken'
  | 'frames'

export interface Note {
  kind: NoteKind
  line: number
  text: string
}

export interface ReadSubtitle {
  dialect: Dialect
  encoding: Encoding
  /** The decoded file. */
  text: string
  /** Cues with text, ordered by their starts. */
  cues: SourceCue[]
  notes: Note[]
}
