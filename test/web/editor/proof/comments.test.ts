import { expect, it } from 'vitest'
import { buildPatch, cutDraft, patched } from '#subtitle-engine/edit'
import type { Comment } from '../../../../lambdas/contract/proofreading.ts'
import { buildQueue } from '../../../../web/editor/draft/queue.ts'
import { chooseRows, WHOLE_LIST } from '../../../../web/editor/list/rows.ts'
import { placeComments } from '../../../../web/editor/proof/comments.ts'
import { machine } from '../../../support/finished-entry.ts'

const comment = (changes: Partial<Comment> = {}): Comment => ({
  ...{ id: 'c1', sentence: 's3', word: machine.sentences[2]?.from ?? 0, text: '?', at: '2026-03-14T05:09:26.000Z' },
  ...changes,
})
const placesOf = (comments: Comment[], draft = machine) => [...placeComments(comments, draft.sentences).keys()]

it('an open comment is shown at its sentence, a closed one nowhere', () => {
  expect(placesOf([comment()])).toEqual(['s3'])
  expect(placesOf([comment({ doneAt: '2026-03-14T06:00:00.000Z' })])).toEqual([])
})

it('a comment follows its first word when its sentence was joined to another or removed', () => {
  const joined = buildPatch(machine, { kind: 'join', id: 's2' })
  if (!joined) throw new Error('the sentences cannot be joined')
  expect(placesOf([comment()], patched(machine, joined))).toEqual([joined.after[0]?.id])
  const removed = buildPatch(machine, { kind: 'remove', id: 's3' })
  if (!removed) throw new Error('the sentence cannot be removed')
  expect(placesOf([comment()], patched(machine, removed))).toEqual(['s2'])
})

it('a sentence with an open comment is the first to check, even if it was marked as checked', () => {
  const checked = { ...machine, sentences: machine.sentences.map(each => ({ ...each, checked: true })) }
  const cut = cutDraft(checked)
  const commented = placeComments([comment()], checked.sentences)
  expect(buildQueue(checked, cut, commented)).toMatchObject([{ sentence: { id: 's3' }, flags: ['comment'] }])
  const rows = chooseRows(checked, cut, { ...WHOLE_LIST, order: 'doubt' }, undefined, commented)
  expect(rows.map(({ id }) => id)).toEqual(['s3', 's1', 's2'])
})
