import { describe, expect, it } from 'vitest'
import { balancedByLength, greedyFill, halveAtConnectives, splitAtMarksEvenly } from './plain-ways.ts'

const words =
  '먼저 물을 끓인 다음, 면을 넣고 삼 분 동안 기다리세요. 그리고 달걀을 하나 풀어서 천천히 부어 주시면 훨씬 더 부드러운 맛이 납니다'.split(
    ' ',
  )
const shown = (cues: ReturnType<typeof greedyFill>) =>
  cues.map(lines => lines.map(([from, to]) => words.slice(from, to).join(' ')).join(' / '))

describe('a simple method that the breaks bench compares with', () => {
  const ways = { greedyFill, balancedByLength, splitAtMarksEvenly, halveAtConnectives }
  it.each(Object.entries(ways))('shows every word once, in order: %s', (_, way) => {
    expect(shown(way(words)).join(' ').replaceAll(' / ', ' ')).toBe(words.join(' '))
    expect(way(['한마디'])).toEqual([[[0, 1]]])
  })

  it('like stable-ts ends cues at marks', () => {
    expect(shown(splitAtMarksEvenly(words)).slice(0, 2)).toEqual([
      '먼저 물을 끓인 다음,',
      '면을 넣고 삼 분 동안 기다리세요.',
    ])
  })

  it('like VideoLingo ends cues before connectives and halves what exceeds a line', () => {
    const cues = shown(halveAtConnectives(words))
    expect(cues).toContain('먼저 물을 끓인 다음,')
    expect(cues.some(cue => cue.startsWith('그리고'))).toBe(true)
    expect(cues.some(cue => cue.includes(' / '))).toBe(false)
  })
})
