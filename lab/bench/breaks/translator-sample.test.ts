import { describe, expect, it } from 'vitest'
import { labelledSentences, TRAINING_FILES, translatorsMarks } from '../../breaks/labelled.ts'
import { isOfSample, misplaced } from './translator-sample.ts'

describe('the marks of somebody who played the translator', () => {
  it('belong to sentences that two readers labelled, and only these are cut with them', () => {
    const sentences = TRAINING_FILES.flatMap(file => labelledSentences(file))
    expect(sentences.filter(isOfSample('marked'))).toHaveLength(translatorsMarks().size)
    expect(sentences.filter(isOfSample('part'))).toHaveLength(sentences.length)
  })

  it('are put a word off in about one of five for a careless translator', () => {
    const marks = Array.from({ length: 500 }, () => [3, 7, 11])
    const moved = misplaced(marks).flatMap((ends, i) => ends.filter(end => !marks[i]?.includes(end)))
    expect(moved.length / 1500).toBeCloseTo(0.2, 1)
  })
})
