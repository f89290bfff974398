import { describe, expect, it } from 'vitest'
import { chooseLabels } from '../../../../web/editor/timeline/word-labels.ts'

const words = [
  { text: 'Why', startMs: 100 },
  { text: 'is', startMs: 340 },
  { text: 'the', startMs: 450 },
  { text: 'sky', startMs: 560 },
]
const chosen = (msPerPx: number) => chooseLabels(words, msPerPx, text => text.length * 9).map(({ text }) => text)

describe('the labels of words', () => {
  it('leave out a word that would begin less than 4 px after the previous label, and end that label with an ellipsis', () => {
    // ‘Why’ has 3 px before its 27 px of text, so the next label may begin 34 px after it begins.
    expect(chosen(240 / 34)).toEqual(['Why', 'is…'])
    // ‘Why…’ takes 43 px: ‘the’ begins 49 px after it, ‘is’ only 33.9.
    expect(chosen(240 / 33.9)).toEqual(['Why…', 'the…'])
  })

  it('are complete when zoomed in', () => expect(chosen(2)).toEqual(['Why', 'is', 'the', 'sky']))
})
