import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildDraft,
  buildPatch,
  canonical,
  changesBetween,
  type Draft,
  draftFromStored,
  mergeChanges,
  type Operation,
  patched,
  untouched,
} from '../../src/edit/index.ts'
import { sentenceOf } from '../support/words.ts'
import { anyChoice, anyDraft, chosenOperation } from './random-operations.ts'

const TEXTS = [
  ['We met in the park .', '공원에서 만났어요.'],
  ['It was late .', '늦었어요.'],
  ['Then we left together .', '그리고 함께 떠났어요.'],
] as const
const start = buildDraft(
  TEXTS.map(([english, korean], i) => {
    return { sentence: sentenceOf(english, i * 5000, `s${i + 1}`), korean, problems: [] }
  }),
  { durationMs: 20_000, register: 'polite' },
)

function edited(draft: Draft, ...operations: Operation[]): Draft {
  return operations.reduce((now, operation) => {
    const patch = buildPatch(now, operation, draft)
    return patch ? patched(now, patch) : now
  }, draft)
}

const save = (stored: ReturnType<typeof untouched>, base: number, now: Draft, before = start) =>
  mergeChanges(stored, base, changesBetween(before.sentences, now.sentences))

describe('saving edits of two tabs', () => {
  const first = save(untouched(start), 0, edited(start, { kind: 'text', id: 's1', korean: '첫째' }))

  it('merges edits of different sentences', () => {
    if (!first.stored) throw new Error('a conflict')
    const second = save(first.stored, 0, edited(start, { kind: 'text', id: 's2', korean: '둘째' }))
    if (!second.stored) throw new Error('a conflict')
    expect(second.stored.version).toBe(2)
    expect(draftFromStored(start, second.stored).sentences.map(({ korean }) => korean)).toEqual([
      '첫째',
      '둘째',
      '그리고 함께 떠났어요.',
    ])
  })

  it('returns both texts if both tabs changed the same sentence, and stores nothing', () => {
    if (!first.stored) throw new Error('a conflict')
    const mine = edited(
      start,
      { kind: 'text', id: 's1', korean: '다른 첫째' },
      { kind: 'text', id: 's3', korean: '셋째' },
    )
    expect(save(first.stored, 0, mine)).toMatchObject({
      stored: undefined,
      conflicts: [{ id: 's1', theirs: { korean: '첫째' }, mine: { korean: '다른 첫째' } }],
    })
  })

  it('accepts a repeated save without a change, because its response may have been lost', () => {
    if (!first.stored) throw new Error('a conflict')
    const again = save(first.stored, 0, edited(start, { kind: 'text', id: 's1', korean: '첫째' }))
    expect(again.stored).toBe(first.stored)
  })

  it('reports a conflict if one tab removes what the other changed, or joins what the other split', () => {
    const gone = save(untouched(start), 0, edited(start, { kind: 'remove', id: 's1' }))
    if (!gone.stored) throw new Error('a conflict')
    const mine = edited(start, { kind: 'text', id: 's1', korean: '다시' })
    expect(save(gone.stored, 0, mine).conflicts).toMatchObject([{ id: 's1', theirs: undefined }])
    const split = save(untouched(start), 0, edited(start, { kind: 'split', id: 's1', newId: 'x', word: 2, at: 1 }))
    if (!split.stored) throw new Error('a conflict')
    const joined = edited(start, { kind: 'join', id: 's1' })
    expect(save(split.stored, 0, joined).conflicts.map(({ id }) => id)).toContain('s1')
  })
})

it('stores any edits of one user, saved piece by piece, as they were made', () => {
  fc.assert(
    fc.property(anyDraft, fc.array(anyChoice, { maxLength: 20 }), fc.nat(4), (machine, choices, rhythm) => {
      let [now, saved] = [machine, machine]
      let stored = untouched(machine)
      const saveNow = () => {
        const result = mergeChanges(stored, stored.version, changesBetween(saved.sentences, now.sentences))
        if (!result.stored) throw new Error('a conflict with oneself')
        stored = result.stored
        saved = now
      }
      for (const [i, choice] of choices.entries()) {
        now = edited(now, chosenOperation(now, choice, `n${i}`))
        if (i % (rhythm + 1) === 0) saveNow()
      }
      saveNow()
      const read = draftFromStored(machine, stored)
      expect(read.sentences.map(canonical)).toEqual(now.sentences.map(canonical))
    }),
    { numRuns: 60 },
  )
})
