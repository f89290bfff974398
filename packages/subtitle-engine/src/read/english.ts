import { SubtitleError, type Transcript } from '../types.ts'
import { chargedSeconds, LONGEST_MS, refuseExcess } from './limits.ts'
import { readSubtitle } from './read.ts'
import { withoutSounds } from './sounds.ts'
import type { ReadSubtitle } from './source.ts'
import { transcriptOfCues } from './transcript.ts'

const MOST_BYTES = 2 * 1024 * 1024
/** Share of letters that are Latin, and of words that every English text repeats, in English. */
const LATIN_SHARE = 0.8
const COMMON_SHARE = 0.08
/** A shorter text may have none of the common words. */
const FEW_WORDS = 20
const COMMON = new Set(
  "the and of to is you that it for was with this are have not be what your we they i'm it's don't at from can do".split(
    ' ',
  ),
)

/** An English subtitle: its words, and notes about what was left out. */
export interface EnglishSubtitle extends Pick<ReadSubtitle, 'dialect' | 'encoding' | 'notes' | 'text'> {
  transcript: Transcript
  /** Whole seconds that it is charged for: those it lasts, or those that its text takes to say. */
  seconds: number
}

/**
 * Reads an English subtitle or transcript file of any dialect that `readSubtitle` reads.
 *
 * @throws {SubtitleError} SUBTITLE_TOO_LARGE over 2 MB, SUBTITLE_UNREADABLE for a file that is no text, SUBTITLE_NO_TIMES,
 *   SUBTITLE_EMPTY without speech, SUBTITLE_TOO_LONG over 6 hours, SUBTITLE_NOT_ENGLISH, and those of `refuseExcess`
 */
export function readEnglishSubtitle(source: Uint8Array | string): EnglishSubtitle {
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source).length : source.length
  if (bytes > MOST_BYTES) throw new SubtitleError('SUBTITLE_TOO_LARGE', 'The file is larger than 2 MB.')
  const { cues, ...read } = readSubtitle(source, 'en')
  refuseExcess(cues)
  const transcript = transcriptOfCues(cues)
  const [first] = transcript.words
  if (!first) throw new SubtitleError('SUBTITLE_EMPTY', 'No cue has speech.')
  if (transcript.durationMs - first.startMs > LONGEST_MS)
    throw new SubtitleError('SUBTITLE_TOO_LONG', 'The subtitle is longer than 6 hours.')
  if (!isEnglish(transcript.words.map(({ text }) => text.toLowerCase())))
    throw new SubtitleError('SUBTITLE_NOT_ENGLISH', 'The subtitle is not English.', { found: read.dialect })
  for (const cue of cues)
    for (const text of withoutSounds(cue).sounds) read.notes.push({ kind: 'sound', line: cue.line, text })
  return { ...read, transcript, seconds: chargedSeconds(cues) }
}

function isEnglish(words: readonly string[]): boolean {
  const text = words.join(' ')
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/[a-z]/g)?.length ?? 0
  if (letters === 0 || latin < letters * LATIN_SHARE) return false
  if (words.length < FEW_WORDS) return true
  return words.filter(word => COMMON.has(word.replace('’', "'"))).length >= words.length * COMMON_SHARE
}
