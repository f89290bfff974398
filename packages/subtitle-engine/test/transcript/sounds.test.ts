import { describe, expect, it } from 'vitest'
import {
  cuesFromSentences,
  PROFILES,
  type Sound,
  sentencesFromTranscript,
  soundsFromTranscript,
  transcriptFromAmazon,
  withSounds,
} from '../../src/index.ts'

const read = (text: string) =>
  transcriptFromAmazon({
    results: {
      items: text.split(' ').map((content, i) => ({
        type: 'pronunciation',
        alternatives: [{ content, confidence: '0.9' }],
        start_time: String(i),
        end_time: String(i + 0.5),
      })),
    },
  })

describe('sounds', () => {
  it('get their Korean names; those without one are left out', () => {
    const transcript = read('[MUSIC] Hello [audience laughs] there. ♪ (applause) [xyz] <unk>')
    expect(soundsFromTranscript(transcript).map(({ startMs, text, korean }) => [startMs, text, korean])).toEqual([
      [0, '[MUSIC]', '[음악]'],
      [2000, '[audience laughs]', '[웃음]'],
      [5000, '♪', '[음악]'],
      [6000, '(applause)', '[박수]'],
    ])
  })

  it('are not taken from hallucinated repetitions', () => {
    const looped = read(`we saw ${Array(10).fill('the music').join(' ')} and left`)
    expect(soundsFromTranscript(looped)).toEqual([])
  })

  it('are shown before the speech they overlap, and in a cue of their own if nobody speaks', () => {
    const transcript = read('Hello there. you')
    const sentences = sentencesFromTranscript({ ...transcript, words: transcript.words.slice(0, 2) })
    const sound = (startMs: number, korean: string): Sound => ({ startMs, endMs: startMs + 400, text: '[x]', korean })
    const translations = new Map([['s1', '안녕하세요.']])
    const shown = withSounds(sentences, translations, [sound(600, '[웃음]'), sound(9000, '[박수]')])
    const cues = cuesFromSentences(shown.sentences, shown.translations, PROFILES.sdh)
    expect(cues.map(cue => cue.lines)).toEqual([['[웃음] 안녕하세요'], ['[박수]']])
    expect(cues[1]?.startMs).toBe(9000)
    expect(cues.flatMap(cue => cue.flags)).toEqual([])
  })
})
