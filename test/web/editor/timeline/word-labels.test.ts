import { describe, expect, it } from 'vitest'
import { chooseLabels } from '../../../../web/editor/timeline/word-labels.ts'

const words = [
  { text: 'Why', startMs: 100 },
  { text: 'is', startMs: 340 },
  { text: 'the', startMs: 450 },
  { text: 'sky', startMs: 560 },
  { text: 'so', startMs: 1100 },
]
const chosen = (msPerPx: number, said = words) =>
  chooseLabels(said, msPerPx, text => text.length * 9).map(({ text }) => text)

describe('the labels of words', () => {
  it('include a word that would begin less than 4 px after the previous label, if it fits', () => {
    // ‘Why’ has 3 px before its 27 px of text, so the next label may begin 34 px after it begins.
    expect(chosen(240 / 34)).toEqual(['Why', 'is the sky', 'so'])
  })

  it('end with a space and one ellipsis in place of the words that do not fit', () => {
    // ‘Why …’ takes 52 px. ‘the’ begins 49 px after the beginning of ‘Why’, ‘sky’ 65 px after it.
    expect(chosen(240 / 33.9)).toEqual(['Why …', 'sky', 'so'])
    expect(chosen(1000 / 80)).toEqual(['Why is …', 'so'])
  })

  it('are complete when zoomed in', () => expect(chosen(2)).toEqual(['Why', 'is', 'the', 'sky', 'so']))

  it('include every remaining word in the last label, because nothing follows it', () => {
    expect(chosen(1000, words.slice(0, 3))).toEqual(['Why is the'])
  })
})
