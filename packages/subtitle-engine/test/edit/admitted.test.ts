import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { admitSentence, buildDraft, buildPatch, canonical, patched } from '../../src/edit/index.ts'
import { sentenceOf } from '../support/words.ts'
import { anyChoice, anyDraft, chosenOperation } from './random-operations.ts'

describe('an edit', () => {
  it('makes only sentences that the server stores as they are', () => {
    fc.assert(
      fc.property(anyDraft, fc.array(anyChoice, { maxLength: 25 }), (start, choices) => {
        let draft = start
        for (const [i, choice] of choices.entries()) {
          const patch = buildPatch(draft, chosenOperation(draft, choice, `n${i}`), start)
          if (!patch) continue
          draft = patched(draft, patch)
          for (const sentence of patch.after) {
            const admitted = admitSentence(sentence, draft)
            expect(admitted && canonical(admitted)).toBe(canonical(sentence))
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('cannot move an in-time beyond the end of the media, even if no out-time is set', () => {
    const sentence = sentenceOf('one more thing .', 1000, 's1')
    const facts = { durationMs: 30_000, register: 'polite' } as const
    const draft = buildDraft([{ sentence, korean: '하나 더 있어요.', problems: [] }], facts)
    expect(buildPatch(draft, { kind: 'time', id: 's1', startMs: 62_000 })).toBeUndefined()
    expect(buildPatch(draft, { kind: 'time', id: 's1', startMs: 29_000 })).toBeDefined()
  })
})
