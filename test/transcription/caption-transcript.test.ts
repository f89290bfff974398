import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentencesFromTranscript, transcriptFromAmazon } from '#subtitle-engine'
import { transcriptOfCaptions } from '../../lambdas/transcription/caption-transcript.ts'

const track = (...captions: [startMs: number, endMs: number, text: string][]) => ({
  language: 'en',
  captions: captions.map(([startMs, endMs, text]) => ({ startMs, endMs, text })),
})
const wordsOf = (...captions: [number, number, string][]) =>
  transcriptFromAmazon(transcriptOfCaptions(track(...captions))).words

describe('a transcript made from captions', () => {
  it('has words with punctuation within the time of their caption', () => {
    const words = wordsOf([1000, 3000, 'Good morning,\neveryone.'])
    expect(words.map(({ text, after }) => text + after)).toEqual(['Good', 'morning,', 'everyone.'])
    expect(words[0]?.startMs).toBe(1000)
    expect(words.at(-1)?.endMs).toBe(3000)
  })

  it('gives sentences that run over several captions', () => {
    const captions = track(
      [0, 1000, 'We choose to go'],
      [1000, 2000, 'to the moon. Not because'],
      [2000, 3000, 'it is easy.'],
    )
    const sentences = sentencesFromTranscript(transcriptFromAmazon(transcriptOfCaptions(captions)))
    expect(sentences.map(({ text }) => text)).toEqual(['We choose to go to the moon.', 'Not because it is easy.'])
  })

  it("omits symbols, formatting and speakers' names", () => {
    const words = wordsOf([0, 1000, '>> JOHN SMITH: <i>Hello</i> ♪ there'], [1000, 2000, '- [door slams]'])
    expect(words.map(({ text }) => text)).toEqual(['Hello', 'there'])
  })

  it('is in order and free of overlaps even if the captions are not', () => {
    const times = fc.tuple(fc.nat(60_000), fc.nat(9000), fc.lorem({ maxCount: 8 }))
    fc.assert(
      fc.property(fc.array(times, { maxLength: 12 }), captions => {
        const items = transcriptOfCaptions(
          track(...captions.map(([at, length, text]): [number, number, string] => [at, at + length, text])),
        ).results.items.filter(({ type }) => type === 'pronunciation')
        const spans = items.map(({ start_time, end_time }) => [Number(start_time), Number(end_time)] as const)
        for (const [i, [start, end]] of spans.entries()) {
          expect(end).toBeGreaterThanOrEqual(start)
          expect(spans[i + 1]?.[0] ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(end)
        }
        const said = captions.flatMap(([, , text]) => text.split(/\s+/)).filter(Boolean)
        expect(items).toHaveLength(said.length)
      }),
    )
  })
})
