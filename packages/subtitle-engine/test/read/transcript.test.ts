import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cue, sentencesFromTranscript, soundsFromTranscript } from '../../src/index.ts'
import { withoutRepetitions } from '../../src/read/repetitions.ts'
import { withSpeakers } from '../../src/read/speakers.ts'
import { withTracks } from '../../src/read/tracks.ts'
import { transcriptOfCues } from '../../src/read/transcript.ts'
import { sourceCues } from '../support/source-cues.ts'

const cue = (startMs: number, endMs: number, ...lines: string[]): Cue => {
  return { startMs, endMs, lines, sentenceIds: [], flags: [] }
}
const transcriptFromSubtitle = (cues: readonly Cue[]) =>
  transcriptOfCues(withTracks(withSpeakers(withoutRepetitions(sourceCues(cues), []), [])))
const sentences = (cues: readonly Cue[]) =>
  sentencesFromTranscript(transcriptFromSubtitle(cues)).map(({ text }) => text)
const sounds = (cues: readonly Cue[]) => transcriptFromSubtitle(cues).dropped.map(({ text }) => text)

describe('reading an English subtitle', () => {
  it('joins sentences across cues, dots of a continued cue included', () => {
    const cues = [
      cue(0, 2000, 'When we first arrived...', '...nobody spoke,'),
      cue(2100, 4000, 'and Dr. Lee was late. It'),
      cue(4100, 6000, 'was cold.'),
    ]
    expect(sentences(cues)).toEqual(['When we first arrived… nobody spoke, and Dr. Lee was late.', 'It was cold.'])
  })

  it('shares the time of a cue out over its letters', () => {
    const { words, durationMs } = transcriptFromSubtitle([cue(1000, 2000, 'ab cde', 'fgh.')])
    expect(words.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
      ['ab', 1000, 1182],
      ['cde', 1273, 1545],
      ['fgh', 1636, 2000],
    ])
    expect(durationMs).toBe(2000)
  })

  it('keeps sounds apart from speech, and lyrics without their notes', () => {
    const cues = [
      cue(0, 2000, '[applause]', 'Thank you all.'),
      cue(2100, 4000, '♪ Row, row, row your boat ♪'),
      cue(4100, 5000, '♪♪'),
      cue(5100, 7000, '(door slams)'),
      cue(7100, 9000, 'He left (which was odd) and [sighs] never wrote.'),
    ]
    expect(sentences(cues)).toEqual([
      'Thank you all.',
      'Row, row, row your boat',
      'He left (which was odd) and never wrote.',
    ])
    expect(sounds(cues)).toEqual(['[applause]', '♪', '(door slams)', '[sighs]'])
    expect(soundsFromTranscript(transcriptFromSubtitle(cues)).map(({ korean }) => korean)).toEqual([
      '[박수]',
      '[음악]',
      '[문소리]',
      '[한숨]',
    ])
  })

  it('loses no letter of speech, and keeps the words in order inside their cues', () => {
    const word = fc.constantFrom('We', 'saw', 'it.', 'Mr.', 'Kim,', '3.5', 'really?', "don't", 'I', 'end…')
    const text = fc.array(word, { minLength: 1, maxLength: 8 }).map(words => words.join(' '))
    const anyCues = fc
      .array(fc.record({ lines: fc.array(text, { minLength: 1, maxLength: 2 }), spanMs: fc.nat(6000) }), {
        maxLength: 20,
      })
      .map(drafts => drafts.map(({ lines, spanMs }, i) => cue(i * 7000, i * 7000 + spanMs, ...lines)))
    const letters = (texts: readonly string[]) => texts.join('').replace(/[^\p{L}\p{N}]/gu, '')
    fc.assert(
      fc.property(anyCues, cues => {
        const { words } = transcriptFromSubtitle(cues)
        expect(letters(words.map(each => each.text))).toBe(letters(cues.flatMap(({ lines }) => lines)))
        for (const [i, { startMs, endMs }] of words.entries()) {
          expect(startMs).toBeGreaterThanOrEqual(words[i - 1]?.startMs ?? 0)
          expect(endMs).toBeGreaterThanOrEqual(startMs)
          expect(cues.some(each => startMs >= each.startMs && endMs <= each.endMs)).toBe(true)
        }
      }),
    )
  })
})
