import { randomFrom } from '../../../packages/subtitle-engine/test/support/speech.ts'
import { type LabelledSentence, translatorsMarks } from '../../breaks/labelled.ts'

/** Ways of cutting only the sentences that somebody who played the translator marked. */
export const SAMPLE_WAYS = ['unmarked', 'marked', 'misplaced'] as const

/** Whether a sentence is cut in this way. */
export function isOfSample(way: string): (sentence: LabelledSentence) => boolean {
  if (!SAMPLE_WAYS.some(each => each === way)) return () => true
  const marks = translatorsMarks()
  return ({ words }) => marks.has(words.join(' '))
}

/** Share of the marks that a careless translator puts a word off. */
const MISPLACED = 0.2

/** The marks with some of them a word too early or too late. */
export function misplaced(marks: readonly (readonly number[])[]): number[][] {
  const random = randomFrom(41)
  return marks.map(ends => {
    const moved = ends.map(end => (random() < MISPLACED ? end + (random() < 0.5 ? -1 : 1) : end))
    return [...new Set(moved)].filter(end => end > 0).sort((a, b) => a - b)
  })
}
