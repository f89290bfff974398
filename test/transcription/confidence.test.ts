import { describe, expect, it } from 'vitest'
import { withComparableConfidence } from '../../lambdas/transcription/confidence.ts'

const wordsWith = (confidences: number[]) =>
  confidences.map((confidence, i) => ({ text: `w${i}`, after: '', startMs: i * 300, endMs: i * 300 + 200, confidence }))
const confidencesOf = (words: { confidence: number }[]) => words.map(({ confidence }) => confidence)

describe('the confidence of words', () => {
  it('marks at most eight of a hundred words of a transcriber that is rarely sure, and keeps their order', () => {
    const given = Array.from({ length: 100 }, (_, i) => i / 100)
    const scaled = confidencesOf(withComparableConfidence(wordsWith(given)))
    expect(scaled.filter(each => each < 0.6)).toHaveLength(8)
    expect(scaled).toEqual([...scaled].sort((a, b) => a - b))
    expect([scaled[0], scaled[4]]).toEqual([0, expect.closeTo(0.3, 5)])
  })

  it.each([
    ['of a recognizer that is usually sure', Array.from({ length: 100 }, (_, i) => (i < 3 ? 0.2 : 0.95))],
    ['of a few words', Array.from({ length: 20 }, () => 0.3)],
  ])('stays as it is %s', (_, given) => {
    expect(confidencesOf(withComparableConfidence(wordsWith(given)))).toEqual(given)
  })
})
