import { describe, expect, it } from 'vitest'
import { findAnchors } from '../../src/cue/anchors.ts'
import { findOnsets } from '../../src/cue/onsets.ts'
import { eojeols } from '../../src/korean/eojeol.ts'
import { wordsOf } from '../support/words.ts'

/** When an eojeol is wanted, and the times of the words of the source; 300 ms a word. */
function wanted(english: string, korean: string, eojeol: string) {
  const words = wordsOf(english, 0)
  const sentence = { id: 's1', text: english, words, startMs: 0, endMs: words.at(-1)?.endMs ?? 0 }
  const found = findAnchors(eojeols(korean, 16), findOnsets(sentence), sentence)?.wantedMs
  const at = korean.split(' ').indexOf(eojeol)
  const proportionalMs = (sentence.endMs * korean.split(' ').slice(0, at).join(' ').length) / korean.length
  return {
    wantedMs: found?.[at],
    proportionalMs,
    msOf: (word: string) => words.find(({ text }) => text === word)?.startMs ?? 0,
  }
}

describe('an eojeol that says the same as a source word', () => {
  it.each([
    [
      'a connective',
      'We all left the house early, but nobody came',
      '우리는 떠났다 하지만 아무도 오지 않았다',
      '하지만',
      'but',
    ],
    [
      'a name in Latin letters',
      'It was a very long time ago that NASA did this',
      '아주 오래전에 NASA가 이 일을 했습니다',
      'NASA가',
      'NASA',
    ],
    [
      'a number',
      'There were in that small town about 40 people then',
      '작은 그 도시에 살던 사람은 40 명이었습니다',
      '40',
      '40',
    ],
    [
      'a clause after -고 and a comma',
      'They drew the maps of that coast and sold them',
      '지도를 그렸고, 그것을 그 도시에서 팔았다',
      '그것을',
      'and',
    ],
  ])('is wanted nearer to it than in proportion: %s', (_, english, korean, eojeol, word) => {
    const { wantedMs = Number.NaN, proportionalMs, msOf } = wanted(english, korean, eojeol)
    expect(Math.abs(wantedMs - msOf(word))).toBeLessThan(Math.abs(proportionalMs - msOf(word)))
  })

  it.each([
    ['if no word is the same', 'They drew the maps of that coast', '그들은 그 해안의 지도를 그렸다', '해안의'],
    [
      'if the word is far away in time',
      `But ${'they went on '.repeat(12)}`,
      `${'그들은 계속 갔다 '.repeat(12)}하지만`,
      '하지만',
    ],
    ['in a list of hundreds of equal signs', 'x 1 '.repeat(40), 'x는 1 '.repeat(40).trim(), '1'],
  ])('is wanted in proportion %s', (_, english, korean, eojeol) => {
    expect(wanted(english.trim(), korean, eojeol).wantedMs).toBeUndefined()
  })

  it('counts only in the order of both languages', () => {
    const { wantedMs = 0, msOf } = wanted(
      'NASA said in 1969 that all went well',
      '모두 잘됐다고 1969 년에 NASA가 말했다',
      '1969',
    )
    expect(wantedMs).toBeGreaterThan(msOf('in'))
  })
})
