import type { Transcript, Word } from '../types.ts'
import { heardWords } from './items.ts'
import { timedWords } from './times.ts'

/**
 * Reads Amazon Transcribe's result (parsed, or its text) into words in order, each with a time.
 *
 * @throws {SubtitleError} TRANSCRIPT_UNREADABLE when it is not JSON or has no list of items.
 */
export function transcriptFromAmazon(json: unknown): Transcript {
  const heard = timedWords(heardWords(json))
  const { words, dropped } = withoutNoise(heard)
  let durationMs = 0
  for (const word of heard) durationMs = Math.max(durationMs, word.endMs)
  return { words, durationMs, dropped }
}

const SOUND_OPENING = /^[[(<{*♪♫]/
const SOUND_CLOSING = /[\])>}*♪♫]$/
const MAX_SOUND_ITEMS = 4
const MAX_PHRASE_WORDS = 8
/** A phrase repeated at least this often in a row, with at least this many words in all, is a hallucination. */
const HALLUCINATED_TIMES = 4
const HALLUCINATED_WORDS = 8

/** Separates speech from noise: sounds in brackets and hallucinated repetitions. */
export function withoutNoise(heard: readonly Word[]): { words: Word[]; dropped: Word[] } {
  const noise = new Uint8Array(heard.length)
  markSounds(heard, noise)
  const spoken = heard.filter((_, i) => noise[i] === 0)
  const repeated = repetitions(spoken)
  const dropped = [...heard.filter((_, i) => noise[i] === 1), ...spoken.filter((_, i) => repeated[i] === 1)]
  return {
    words: spoken.filter((_, i) => repeated[i] === 0),
    dropped: dropped.sort((a, b) => a.startMs - b.startMs),
  }
}

/** Marks `[MUSIC]`, `(audience laughs)`, `<unk>` and `♪`, in one item or over a few. */
function markSounds(words: readonly Word[], noise: Uint8Array): void {
  for (let i = 0; i < words.length; i += 1) {
    if (!SOUND_OPENING.test(words[i]?.text ?? '')) continue
    for (let end = i; end < Math.min(words.length, i + MAX_SOUND_ITEMS); end += 1) {
      const word = words[end]
      if (!word || !(SOUND_CLOSING.test(word.text) || SOUND_CLOSING.test(word.after))) continue
      noise.fill(1, i, end + 1)
      i = end
      break
    }
  }
}

/** Marks all but the first of an endlessly repeated phrase: recognizers hallucinate them over music and silence. */
function repetitions(words: readonly Word[]): Uint8Array {
  const numbers = new Map<string, number>()
  const ids = Int32Array.from(words, word => {
    const key = word.text.toLowerCase()
    const id = numbers.get(key) ?? numbers.size
    numbers.set(key, id)
    return id
  })
  const repeated = new Uint8Array(words.length)
  for (let period = 1; period <= MAX_PHRASE_WORDS; period += 1) {
    let equal = 0
    for (let i = period; i <= ids.length; i += 1) {
      if (i < ids.length && ids[i] === ids[i - period]) {
        equal += 1
        continue
      }
      const total = equal + period
      const times = Math.floor(total / period)
      const start = i - total
      if (times >= HALLUCINATED_TIMES && times * period >= HALLUCINATED_WORDS && !isCounting(words, start, period)) {
        repeated.fill(1, start + period, start + times * period)
      }
      equal = 0
    }
  }
  return repeated
}

/** `zero zero zero ...` is a number that somebody reads out. */
function isCounting(words: readonly Word[], start: number, period: number): boolean {
  return words
    .slice(start, start + period)
    .some(word => /\d|^(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)$/i.test(word.text))
}
