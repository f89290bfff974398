import type { Eojeol } from '../korean/eojeol.ts'
import type { Sentence, Word } from '../types.ts'
import type { Onset } from './onsets.ts'
import { measure, type PhraseStarts, shareTime } from './phrase-starts.ts'

/** An eojeol that means the same as a source word, so it should appear when that word is spoken. */
interface Anchor {
  at: number
  ms: number
  /** Weight of the anchor. The further it shifts the eojeol, the lower it is. */
  gain: number
}

/**
 * Beginnings of Korean words, each with the English words that nearly always match. Most are connectives, because these
 * open clauses and therefore cues. Pronouns and verbs are left out because they occur so often that fewer cues would
 * begin where they should.
 */
const TRANSLATIONS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:하지만|그러나|그런데|근데|그렇지만)/, /^(?:but|however|though|although|yet)$/],
  [/^(?:그리고|또한)/, /^(?:and|also)$/],
  [/^(?:그래서|따라서|그러므로|그러니)/, /^(?:so|therefore|thus|hence)$/],
  [/^(?:만약|만일)/, /^(?:if|suppose)$/],
  [/^(?:왜냐하면|때문)/, /^(?:because|since)$/],
  [/^예[를로]$/, /^(?:example|instance)$/],
  [/^(?:즉|다시말해)/, /^(?:meaning|means|is)$/],
  [/^(?:또는|혹은|아니면)/, /^or$/],
  [/^대신/, /^instead$/],
  [/^(?:그러면|그럼)/, /^then$/],
  [/^(?:첫|먼저|우선)/, /^first$/],
  [/^마지막/, /^(?:finally|last)$/],
  [/^여기/, /^here$/],
  [/^지금/, /^now$/],
  [/^오늘/, /^today$/],
  [/^모[든두]/, /^(?:all|every|everything)$/],
  [/^(?:두|둘)/, /^(?:two|both)$/],
  [/^(?:세|셋)/, /^three$/],
  [/^(?:네|넷)/, /^four$/],
  [/^사람/, /^(?:people|person)$/],
  [/^질문/, /^questions?$/],
  [/^문제/, /^problems?$/],
  [/^아이디어/, /^ideas?$/],
  [/^이유/, /^(?:reason|why)$/],
  [/^왜$/, /^why$/],
  [/^어떻게/, /^how$/],
  [/^새로운/, /^new$/],
  [/^다른/, /^(?:other|different|another)$/],
  [/^같은/, /^same$/],
  [/^(?:숫자|수)/, /^numbers?$/],
]
/** An eojeol with such an ending closes a clause, and the English word of `AND` opens the next one. */
const GOES_ON = /(?:고,|며,?)$/
const AND = /^(?:and|which|while)$/
/** Numbers and Latin letters are the same in both languages. `a` and `I` are English words. */
const SAME = /[A-Za-z]+|\d+/g
const COMMON = new Set(['a', 'i'])

const [TRANSLATION_GAIN, CLAUSE_GAIN, SAME_GAIN] = [1.5, 1, 1]
/**
 * An anchor loses this much weight for each second between its word and the proportional moment. Anchors farther away
 * do not count.
 */
const LOSS_PER_SECOND = 0.5
const FARTHEST_MS = 2000
const FARTHEST_SHARE = 0.2
/** Weight of anchors against the proportional moment. */
const TRUST = 0.6
/** A sentence with more pairs of words is a list of repeated signs, from which no times can be read. */
const MOST_PAIRS = 400

/**
 * Determines from words that both languages share when eojeols should appear. Because Korean often reverses clauses, it
 * uses the best chain of pairs that is in order in both languages. Returns undefined if there is none.
 */
export function findAnchors(
  eojeols: readonly Eojeol[],
  onsets: readonly Onset[],
  { words }: Sentence,
): PhraseStarts | undefined {
  const [first, last] = [onsets[0], onsets[onsets.length - 1]]
  if (!first || !last || onsets.length !== words.length) return undefined
  const { lengths } = measure(eojeols)
  const spanMs = last.endMs - first.startMs
  const total = lengths[eojeols.length] ?? 1
  const evenly = (at: number) => first.startMs + (spanMs * (lengths[at] ?? 0)) / total
  const farthestMs = Math.max(FARTHEST_MS, spanMs * FARTHEST_SHARE)
  const pairs = findPairs(eojeols, words)
  if (pairs.length > MOST_PAIRS) return undefined
  const anchors = pairs.flatMap(({ at, word, gain }): Anchor[] => {
    const ms = onsets[word]?.startMs ?? 0
    const offMs = Math.abs(ms - evenly(at))
    return offMs > farthestMs ? [] : [{ at, ms, gain: gain - (LOSS_PER_SECOND * offMs) / 1000 }]
  })
  const chain = bestChain(anchors)
  if (chain.length === 0) return undefined
  const ends = [{ at: 0, ms: first.startMs }, ...chain, { at: eojeols.length, ms: last.endMs }]
  const wantedMs = shareTime(ends, lengths).map((ms, at) => TRUST * ms + (1 - TRUST) * evenly(at))
  return { wantedMs, stated: new Set() }
}

/** Pairs of eojeol and word with the same meaning, except the first ones; ordered by eojeol. */
function findPairs(eojeols: readonly Eojeol[], words: readonly Word[]): { at: number; word: number; gain: number }[] {
  const english = words.map(({ text }) => text.toLowerCase())
  const places = new Map<string, number[]>()
  for (const [i, text] of english.entries())
    for (const sign of text.match(SAME) ?? []) places.set(sign, [...(places.get(sign) ?? []), i])
  return eojeols.flatMap(({ text }, at) => {
    if (at === 0) return []
    const same = (text.toLowerCase().match(SAME) ?? []).flatMap(sign =>
      COMMON.has(sign) ? [] : (places.get(sign) ?? []),
    )
    const matching = (pattern: RegExp) => english.flatMap((word, i) => (pattern.test(word) ? [i] : []))
    const translated = TRANSLATIONS.flatMap(([korean, words]) => (korean.test(text) ? matching(words) : []))
    const clause = GOES_ON.test(eojeols[at - 1]?.text ?? '') ? matching(AND) : []
    const pairs = (found: number[], gain: number) => found.flatMap(word => (word > 0 ? [{ at, word, gain }] : []))
    return [...pairs(same, SAME_GAIN), ...pairs(translated, TRANSLATION_GAIN), ...pairs(clause, CLAUSE_GAIN)]
  })
}

/** The anchors with the greatest total gain, in the order of both languages. */
function bestChain(anchors: readonly Anchor[]): Anchor[] {
  const ordered = [...anchors].sort((a, b) => a.at - b.at || a.ms - b.ms)
  const sums: number[] = []
  const before: number[] = []
  for (const [i, { at, ms, gain }] of ordered.entries()) {
    let best = -1
    for (let j = 0; j < i; j += 1) {
      const other = ordered[j]
      if (other && other.at < at && other.ms < ms && (sums[j] ?? 0) > (sums[best] ?? 0)) best = j
    }
    before[i] = best
    sums[i] = gain + (sums[best] ?? 0)
  }
  const chain: Anchor[] = []
  const top = Math.max(0, ...sums)
  for (let i = top > 0 ? sums.indexOf(top) : -1; i >= 0; i = before[i] ?? -1) {
    const anchor = ordered[i]
    if (anchor) chain.unshift(anchor)
  }
  return chain
}
