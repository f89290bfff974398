import { expect, it } from 'vitest'
import { judgeAll } from './judge.ts'

const judged = await judgeAll()
const listed = (wanted: string) =>
  judged.filter(({ outcome }) => outcome === wanted).map(({ one, shown }) => `${one.kind}: ${shown}`)

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
