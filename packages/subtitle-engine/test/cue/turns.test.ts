import { describe, expect, it } from 'vitest'
import { cuesFromSentences, koreanProfile, sentencesFromTranscript } from '../../src/index.ts'
import { wordsOf } from '../support/words.ts'

/** Cues of turns: who speaks, the English, the Korean; 300 ms a word, 50 ms between turns. */
function cuesOf(turns: readonly [speaker: string, english: string, korean: string][]) {
  let at = 0
  const words = turns.flatMap(([speaker, english]) => {
    const spoken = wordsOf(english, at).map(word => ({ ...word, speaker }))
    at = (spoken.at(-1)?.endMs ?? at) + 50
    return spoken
  })
  const sentences = sentencesFromTranscript({ words, durationMs: at, dropped: [] })
  const translations = new Map(sentences.map(({ id }, i) => [id, turns[i]?.[2] ?? '']))
  return cuesFromSentences(sentences, translations, koreanProfile).map(cue => cue.lines)
}

describe('the turns of a conversation', () => {
  it('of three in a row never share one cue', () => {
    const cues = cuesOf([
      ['A', 'Really?', '정말요?'],
      ['B', 'Yes.', '네.'],
      ['A', 'Why?', '왜요?'],
    ])
    expect(cues.flat().every(line => !/정말요\? 네|네\. 왜요/.test(line))).toBe(true)
    expect(cues.flat().filter(line => line.startsWith('- '))).toHaveLength(2)
    expect(cues).toHaveLength(2)
  })

  it('give two speakers a line each with a dash, even if one of them says two sentences', () => {
    expect(
      cuesOf([
        ['A', 'Really?', '정말요?'],
        ['A', 'Why?', '왜요?'],
        ['B', 'No idea', '몰라요.'],
      ]),
    ).toEqual([['- 정말요? 왜요?', '- 몰라요']])
  })

  it('share no cue if a line cannot hold a turn', () => {
    const cues = cuesOf([
      ['A', 'Did you really say that to him?', '정말 그 사람한테 그런 식으로 말했다고요?'],
      ['B', 'Yes', '네.'],
    ])
    expect(cues.every(lines => lines.join(' ').includes('네') !== lines.join(' ').includes('정말'))).toBe(true)
  })

  it('have no dashes if one person speaks or the speaker is unknown', () => {
    expect(
      cuesOf([
        ['A', 'Yes.', '네.'],
        ['A', 'Really?', '정말요?'],
      ]),
    ).toEqual([['네. 정말요?']])
  })
})
