import { beforeAll, describe, expect, it, vi } from 'vitest'
import { countMeanings, type JudgedSentence, judgeTalk, type TalkFigures } from './judge.ts'
import { readScript, TALKS } from './script.ts'
import { translateTalk } from './translate-talk.ts'

let talks: { minutes: number; words: number; english: string[]; judged: JudgedSentence[]; figures: TalkFigures }[]

beforeAll(async () => {
  for (const method of ['info', 'warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => undefined)
  talks = await Promise.all(
    TALKS.map(async name => {
      const script = readScript(name)
      const { minutes, delivered } = await translateTalk(script)
      const judged = judgeTalk(delivered)
      return {
        minutes,
        words: script.sentences.flatMap(({ words }) => words).length,
        english: script.sentences.map(({ english }) => english),
        judged,
        figures: countMeanings(script, judged),
      }
    }),
  )
})

const sum = (key: keyof TalkFigures) => talks.reduce((total, { figures }) => total + figures[key], 0)

describe('three talks with planted mishearings, translated by a small model', () => {
  it('last ten minutes each', () => {
    for (const { minutes, words } of talks) {
      expect(minutes).toBeGreaterThan(10)
      expect(words).toBeGreaterThan(1350)
    }
  })

  it('have the sentences of their scripts, in order and none lost', () => {
    for (const { english, judged } of talks)
      expect(judged.flatMap(({ of }) => of.map(sentence => sentence.english))).toEqual(english)
  })

  it('keep at most 25 of 85 planted errors, and every text is one that the model wrote', () => {
    expect(sum('planted')).toBe(85)
    expect(sum('wrong')).toBeLessThanOrEqual(25)
    expect(sum('unknown')).toBe(0)
    expect(sum('steppedIn')).toBe(0)
  })

  it('flag every wrong sentence that contains an unsure word, and hardly a correct one for another reason', () => {
    for (const { judged } of talks)
      for (const { meaning, of, flags } of judged)
        if (meaning === 'wrong' && of.some(({ words }) => words.some(({ confidence }) => confidence < 0.6)))
          expect(flags).toContain('confidence')
    expect(sum('falseAlarms')).toBeLessThanOrEqual(2)
  })
})
