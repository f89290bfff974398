import { describe, expect, it } from 'vitest'
import { englishLines } from '../../src/format/english-lines.ts'
import {
  cuesFromSentences,
  formatBilingualSrt,
  koreanProfile,
  parseSrt,
  sentencesFromTranscript,
  transcriptFromAmazon,
} from '../../src/index.ts'
import { talk, transcribedTalk } from '../support/talk.ts'

const sentences = sentencesFromTranscript(transcriptFromAmazon(transcribedTalk()))
const cues = cuesFromSentences(
  sentences,
  new Map(sentences.map(({ id }, i) => [id, talk[i]?.[1] ?? ''])),
  koreanProfile,
)
const read = parseSrt(formatBilingualSrt(cues, sentences))

describe('a bilingual SRT', () => {
  it('shows the Korean above the English spoken in it, at the times of the Korean', () => {
    expect(read[0]).toMatchObject({
      startMs: cues[0]?.startMs,
      lines: ['여러분, 좋은 아침입니다', 'Good morning, everyone.'],
    })
    expect(read).toHaveLength(cues.length)
  })

  it('has one or two lines of English, of at most 42 characters if two lines can hold it', () => {
    for (const [i, cue] of read.entries()) {
      const english = cue.lines.slice(cues[i]?.lines.length)
      expect(english.length).toBeLessThanOrEqual(2)
      if (english.join(' ').length <= 80) for (const line of english) expect(line.length).toBeLessThanOrEqual(42)
    }
  })

  it('breaks its English where a reader pauses', () => {
    expect(englishLines('We walked to the river in the morning, and then we came back home.')).toEqual([
      'We walked to the river in the morning,',
      'and then we came back home.',
    ])
    const long = englishLines(Array(12).fill('extraordinarily').join(' '))
    expect(long.map(line => line.split(' ').length)).toEqual([6, 6])
    expect(englishLines('x'.repeat(60))).toEqual(['x'.repeat(60)])
  })

  it('shows no control or direction characters of a transcript', () => {
    const [first] = sentences
    if (!first) throw new Error('no sentence')
    const words = first.words.map(word => ({ ...word, text: `\u202e${word.text}\u0000` }))
    const srt = formatBilingualSrt(cues, [{ ...first, words }, ...sentences.slice(1)])
    expect(srt).toContain('Good')
    expect(srt).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
  })

  it('has every English word once, in order', () => {
    const english = read.map((cue, i) => cue.lines.slice(cues[i]?.lines.length).join(' ')).filter(text => text !== '')
    expect(english.join(' ')).toBe(sentences.map(sentence => sentence.text).join(' '))
  })
})
