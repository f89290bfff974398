import type { Word } from '../types.ts'

const MAX_PHRASE_WORDS = 24
/** A phrase repeated at least this often in a row, with at least this many words in total, may be a hallucination. */
const SUSPECT_TIMES = 4
const SUSPECT_WORDS = 8
/** It is one if its repetitions have a lower mean confidence: phrases that speakers really repeat have a higher one. */
const PHRASE_CONFIDENCE = 0.92
/**
 * The same for a single word: `no, no, no` is said more often, and with lower confidence, than any phrase is repeated.
 */
const WORD_CONFIDENCE = 0.8
/** Above that confidence it is one if it has this many words, which nobody repeats so often, ... */
const LONG_PHRASE_WORDS = 5
const LONG_PHRASE_TIMES = 8
/** ... or any phrase is repeated this often, ... */
const MOST_TIMES = 40
/** ... or it is spoken faster than anybody can. */
const SHORTEST_WORD_MS = 60

/** Marks all but the first of an endlessly repeated phrase: transcribers hallucinate them over music and silence. */
export function hallucinatedRepetitions(words: readonly Word[]): Uint8Array {
  const numbers = new Map<string, number>()
  const ids = Int32Array.from(words, word => {
    const key = word.text.toLowerCase()
    const id = numbers.get(key) ?? numbers.size
    numbers.set(key, id)
    return id
  })
  const repeated = new Uint8Array(words.length)
  for (let period = 1; period <= MAX_PHRASE_WORDS; period += 1) {
    const equals = (i: number) => i >= period && i < ids.length && ids[i] === ids[i - period]
    // Four repetitions contain three periods of words that equal the words one period before, so checking every third
    // word finds them.
    const shortest = (SUSPECT_TIMES - 1) * period
    for (let look = period + shortest - 1; look < ids.length; look += shortest) {
      if (ids[look] !== ids[look - period]) continue
      let from = look
      while (equals(from - 1)) from -= 1
      let end = look + 1
      while (equals(end)) end += 1
      look = end
      if (end - from < shortest) continue
      const start = from - period
      const times = Math.floor((end - start) / period)
      if (times * period < SUSPECT_WORDS) continue
      // A shorter phrase that fills this run was checked before: `no no` twice is `no` four times.
      if (isWithinShorter(ids, start, period)) continue
      if (isHallucinated(words.slice(start, start + times * period), period, times)) {
        repeated.fill(1, start + period, start + times * period)
      }
    }
  }
  return repeated
}

function isWithinShorter(ids: Int32Array, start: number, period: number): boolean {
  for (let shorter = 1; shorter <= period / 2; shorter += 1) {
    if (period % shorter !== 0) continue
    let same = true
    for (let i = start + shorter; i < start + period && same; i += 1) same = ids[i] === ids[i - shorter]
    if (same) return true
  }
  return false
}

function isHallucinated(words: readonly Word[], period: number, times: number): boolean {
  if (isCounting(words.slice(0, period))) return false
  if (times >= (period >= LONG_PHRASE_WORDS ? LONG_PHRASE_TIMES : MOST_TIMES)) return true
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length
  if (confidence < (period === 1 ? WORD_CONFIDENCE : PHRASE_CONFIDENCE)) return true
  const spanMs = (words.at(-1)?.endMs ?? 0) - (words[0]?.startMs ?? 0)
  return spanMs < words.length * SHORTEST_WORD_MS
}

/** `zero zero zero ...` is a number read out digit by digit; a sentence that contains a number is not. */
function isCounting(phrase: readonly Word[]): boolean {
  const numerals = phrase.filter(word =>
    /\d|^(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)$/i.test(word.text),
  )
  return numerals.length * 2 >= phrase.length
}
