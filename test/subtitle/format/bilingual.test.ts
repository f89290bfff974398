import { describe, expect, it } from 'vitest'
import {
  cuesFromSentences,
  formatBilingualSrt,
  koreanProfile,
  parseSrt,
  sentencesFromTranscript,
  transcriptFromAmazon,
} from '../../../lambdas/subtitle/index.ts'
import { recognizedTalk, talk } from '../support/talk.ts'

const sentences = sentencesFromTranscript(transcriptFromAmazon(recognizedTalk()))
const cues = cuesFromSentences(
  sentences,
  new Map(sentences.map(({ id }, i) => [id, talk[i]?.[1] ?? ''])),
  koreanProfile,
)
const read = parseSrt(formatBilingualSrt(cues, sentences))

describe('a bilingual SRT', () => {
  it('has the Korean over the English that is spoken, at the times of the Korean', () => {
    expect(read[0]).toMatchObject({
      startMs: cues[0]?.startMs,
      lines: ['여러분, 좋은 아침입니다', 'Good morning, everyone.'],
    })
    expect(read).toHaveLength(cues.length)
  })

  it('has every English word once, in order', () => {
    const english = read.map((cue, i) => cue.lines.slice(cues[i]?.lines.length).join(' ')).filter(text => text !== '')
    expect(english.join(' ')).toBe(sentences.map(sentence => sentence.text).join(' '))
  })
})
