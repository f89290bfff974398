import { expect, it } from 'vitest'
import { heldOutCases } from './cases.ts'
import { type Judged, judgeAll } from './judge.ts'

const judged = await judgeAll()
const heldOut = await judgeAll(heldOutCases)
const listed = (wanted: string, all: readonly Judged[] = judged) =>
  all.filter(({ outcome }) => outcome === wanted).map(({ one, shown }) => `${one.kind}: ${shown}`)

it('no correct translation is flagged, replaced or rewritten', () => {
  expect(judged.length).toBeGreaterThan(250)
  expect(listed('false alarm')).toEqual([])
  expect(listed('silent rewrite')).toEqual([])
})

it('of the wrong translations, only swapped roles and one other pass undetected', () => {
  const missed = listed('missed')
  expect(missed.filter(each => !each.startsWith('who did it:')).length).toBeLessThanOrEqual(1)
  expect(missed.length).toBeLessThanOrEqual(7)
})

it('of the held-out sets, at most three correct translations are flagged and none is rewritten', () => {
  expect(heldOut.length).toBeGreaterThan(500)
  expect(listed('false alarm', heldOut).length).toBeLessThanOrEqual(3)
  expect(listed('silent rewrite', heldOut)).toEqual([])
  expect(listed('missed', heldOut).length).toBeLessThanOrEqual(18)
})
