import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cuesFromSentences,
  inspectCues,
  koreanProfile,
  type Sentence,
  type Word,
  weightedLength,
} from '../../src/index.ts'

const { charactersPerSecond, gapMs, lineCharacters, minDurationMs } = koreanProfile

/** One cue of a plan that keeps every rule: its lines, and how slowly they may be read. */
type PlannedCue = { lines: string[]; perSecond: number }
type PlannedSentence = { cues: PlannedCue[]; wordMs: number; pauseMs: number; speaker: string }

const syllable = fc.constantFrom(...'가나다라마바사아자하고노도소우주기시지이너더러머서저개내대')
const eojeol = fc.oneof(
  { weight: 9, arbitrary: fc.array(syllable, { minLength: 1, maxLength: 6 }).map(parts => parts.join('')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('3 시간', '1,500 명이', 'New York에서', '그래서', '했지만,', '네.', '볼 수', 'AI'),
  },
)
/** No construction begins or ends with such an eojeol, so a line may begin and end with it; others stand between. */
const edge = fc.array(syllable, { minLength: 2, maxLength: 4 }).map(parts => `바${parts.join('')}`)
const line = fc.tuple(edge, fc.array(eojeol, { maxLength: 4 }), edge).map(([first, middle, last]) => {
  const kept = [first]
  const fits = (...more: string[]) => weightedLength([...kept, ...more].join(' ')) <= lineCharacters
  for (const word of middle) if (fits(word, last)) kept.push(word)
  if (fits(last)) kept.push(last)
  return kept.join(' ')
})
const plannedCue: fc.Arbitrary<PlannedCue> = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 2 }),
  perSecond: fc.double({ min: 3, max: charactersPerSecond - 0.1, noNaN: true }),
})
const plannedSentence: fc.Arbitrary<PlannedSentence> = fc.record({
  cues: fc.array(plannedCue, { minLength: 1, maxLength: 4 }),
  wordMs: fc.integer({ min: 180, max: 420 }),
  pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1400 }), fc.integer({ min: 0, max: 9000 })),
  speaker: fc.constantFrom('spk_0', 'spk_1'),
})

/** Words that speak evenly through each planned cue, a word at the start of each. */
function speechOf(plan: readonly PlannedSentence[]): { sentences: Sentence[]; translations: Map<string, string> } {
  const sentences: Sentence[] = []
  const translations = new Map<string, string>()
  let at = 1000
  for (const [i, { cues, wordMs, pauseMs, speaker }] of plan.entries()) {
    const words: Word[] = []
    for (const { lines, perSecond } of cues) {
      const readMs = Math.ceil((weightedLength(lines.join(' ')) * 1000) / perSecond)
      const spanMs = Math.min(6800, gapMs + Math.max(minDurationMs, readMs))
      const count = Math.max(1, Math.floor(spanMs / wordMs))
      for (let n = 0; n < count; n += 1) {
        const startMs = at + Math.floor((spanMs * n) / count)
        const endMs = at + Math.floor((spanMs * (n + 1)) / count)
        words.push({ text: 'word', startMs, endMs, confidence: 0.95, after: '', speaker })
      }
      at += spanMs
    }
    const id = `s${i + 1}`
    const text = words.map(word => word.text).join(' ')
    sentences.push({ id, text, words, startMs: words[0]?.startMs ?? at, endMs: at })
    translations.set(id, cues.flatMap(cue => cue.lines).join(' '))
    at += pauseMs
  }
  return { sentences, translations }
}

describe('a corpus that can keep every rule', () => {
  it('keeps every rule and carries no flag', () => {
    fc.assert(
      fc.property(fc.array(plannedSentence, { minLength: 1, maxLength: 6 }), plan => {
        const { sentences, translations } = speechOf(plan)
        const cues = cuesFromSentences(sentences, translations, koreanProfile)
        expect(cues.flatMap(cue => cue.flags)).toEqual([])
        const { rules } = inspectCues(cues, koreanProfile, sentences)
        for (const [rule, { broken }] of Object.entries(rules)) expect([rule, broken]).toEqual([rule, 0])
      }),
      { numRuns: 400 },
    )
  })
})
