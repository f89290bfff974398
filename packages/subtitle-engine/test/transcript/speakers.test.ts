import { describe, expect, it } from 'vitest'
import { sentencesFromTranscript, transcriptFromAmazon } from '../../src/index.ts'

/** Words of `A:` and `B:`, 300 ms each without pauses; `{n}` is a pause of n milliseconds. */
function labelled(text: string) {
  let speaker = ''
  let at = 0
  const items = text.split(' ').flatMap(token => {
    const pause = /^\{(\d+)\}$/.exec(token)?.[1]
    if (pause !== undefined) at += Number(pause)
    else if (/^[A-Z]:$/.test(token)) speaker = token
    else {
      const word = {
        type: 'pronunciation',
        alternatives: [{ content: token, confidence: '0.99' }],
        start_time: String(at / 1000),
        end_time: String((at + 300) / 1000),
        speaker_label: speaker,
      }
      at += 300
      return [word]
    }
    return []
  })
  return transcriptFromAmazon({ results: { items } })
}
const turns = (text: string) =>
  sentencesFromTranscript(labelled(text)).map(sentence => `${sentence.words[0]?.speaker} ${sentence.text}`)

describe('speaker labels', () => {
  it('that flip for one word inside a sentence are smoothed', () => {
    expect(turns('A: So we went to the B: old A: house and looked around.')).toEqual([
      'A: So we went to the old house and looked around.',
    ])
  })

  it('that change a word too late or too early change with the sentence', () => {
    expect(turns("A: So how are you doing today? I'm B: doing just fine today, thanks.")).toEqual([
      'A: So how are you doing today?',
      "B: I'm doing just fine today, thanks.",
    ])
    expect(turns('A: So how are you doing B: today? Fine.')).toEqual(['A: So how are you doing today?', 'B: Fine.'])
  })

  it('that change every few words do not split the text into fragments', () => {
    expect(
      turns('A: when we B: came back A: the whole C: house was B: full of A: people who B: never left A: again.'),
    ).toHaveLength(1)
  })

  it('of short answers are kept, with marks or pauses around them', () => {
    expect(turns('A: Really? B: Yes. A: Why?')).toEqual(['A: Really?', 'B: Yes.', 'A: Why?'])
    expect(turns('A: and then we {400} B: right {400} A: went home')).toEqual([
      'A: and then we',
      'B: right',
      'A: went home',
    ])
  })

  it('of short turns are kept in a transcript without punctuation', () => {
    expect(turns('A: where did you go B: to the lake A: was it cold B: it was freezing')).toEqual([
      'A: where did you go',
      'B: to the lake',
      'A: was it cold',
      'B: it was freezing',
    ])
    expect(turns('A: when we B: came back A: the whole house C: was full')).toHaveLength(1)
  })

  it('of two long turns without a mark between them are kept', () => {
    expect(turns('A: we could go there by train B: the train is far too slow')).toEqual([
      'A: we could go there by train',
      'B: the train is far too slow',
    ])
  })
})
