import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SubtitleError, transcriptFromAmazon } from '../../src/index.ts'

type Made = { content: unknown; from?: unknown; to?: unknown; type?: string; confidence?: unknown; speaker?: string }

function amazon(items: Made[], rest: object = {}) {
  return {
    results: {
      items: items.map(({ content, from, to, type = 'pronunciation', confidence = '0.9', speaker }) => ({
        type,
        alternatives: [{ content, confidence }],
        start_time: from,
        end_time: to,
        ...(speaker === undefined ? {} : { speaker_label: speaker }),
      })),
      ...rest,
    },
  }
}
const said = (text: string, from = 0) =>
  text.split(' ').map((content, i): Made => ({ content, from: String(from + i), to: String(from + i + 0.5) }))
const read = (items: Made[], rest?: object) => transcriptFromAmazon(amazon(items, rest))
const texts = (items: Made[]) => read(items).words.map(word => word.text)

describe('reading a transcript', () => {
  it('gives words, times in milliseconds, confidence and the punctuation that follows', () => {
    const { words, durationMs, dropped } = read([
      { content: 'Hello', from: '0.04', to: '0.61', confidence: '0.997' },
      { content: ',', type: 'punctuation' },
      { content: 'world', from: 0.7, to: 1.2 },
      { content: '.', type: 'punctuation' },
    ])
    expect(words).toEqual([
      { text: 'Hello', startMs: 40, endMs: 610, confidence: 0.997, after: ',' },
      { text: 'world', startMs: 700, endMs: 1200, confidence: 0.9, after: '.' },
    ])
    expect({ durationMs, dropped }).toEqual({ durationMs: 1200, dropped: [] })
  })

  it('finds punctuation in the words themselves', () => {
    const { words } = read(said('Hello, world. Is it 3.5? "Yes." $5'))
    expect(words.map(({ text, after }) => [text, after])).toEqual([
      ['Hello', ','],
      ['world', '.'],
      ['Is', ''],
      ['it', ''],
      ['3.5', '?'],
      ['"Yes', '."'],
      ['$5', ''],
    ])
  })

  it('takes speakers from the items, from the segments of older results, and from channels', () => {
    expect(read([{ content: 'Hi', from: '0', to: '1', speaker: 'spk_1' }]).words[0]?.speaker).toBe('spk_1')
    const segments = [
      { speaker_label: 'spk_0', items: [{ start_time: '0.0', end_time: '1.0', speaker_label: 'spk_0' }] },
    ]
    const older = read([{ content: 'Hi', from: '0.0', to: '1.0' }], { speaker_labels: { segments } })
    expect(older.words[0]?.speaker).toBe('spk_0')
  })

  it('gives words without times a place between their neighbours', () => {
    const { words } = read([
      { content: 'one', from: '1', to: '1.2' },
      { content: 'two' },
      { content: 'three', from: '2', to: '2.3' },
    ])
    expect(words.map(word => word.startMs)).toEqual([1000, 1500, 2000])
    expect(words.map(word => word.endMs)).toEqual([1200, 1750, 2300])
  })

  it('spaces the words of a transcript without times like ordinary speech, so that cues can be read', () => {
    const { words } = read(['one', 'two', 'three'].map(content => ({ content })))
    expect(words.map(word => word.startMs)).toEqual([0, 400, 800])
  })

  it('trusts the times that are in order and moves the one that is not', () => {
    const { words, durationMs } = read([
      { content: 'a', from: '1', to: '1.4' },
      { content: 'b', from: '9000', to: '9000.4' },
      { content: 'c', from: '2', to: '2.4' },
      { content: 'd', from: '3', to: '3.4' },
    ])
    expect(words.map(word => [word.text, word.startMs])).toEqual([
      ['a', 1000],
      ['b', 1500],
      ['c', 2000],
      ['d', 3000],
    ])
    expect(durationMs).toBe(3400)
  })

  it('keeps words of zero length', () => {
    const { words } = read([
      { content: 'a', from: '1', to: '1' },
      { content: 'b', from: '1', to: '1' },
    ])
    expect(words.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [1000, 1000],
      [1000, 1000],
    ])
  })

  it('drops sounds in brackets and lists them', () => {
    const { words, dropped } = read(said('[MUSIC] Hello [audience laughs] there ♪ (applause)'))
    expect(words.map(word => word.text)).toEqual(['Hello', 'there'])
    expect(dropped.map(word => word.text)).toEqual(['[MUSIC]', '[audience', 'laughs]', '♪', '(applause)'])
  })

  it('keeps the first of a phrase that is hallucinated over and over, and lists the others', () => {
    const { words, dropped } = read(said('we saw it Thank you. Thank you. Thank you. Thank you. Thank you. and left'))
    expect(words.map(word => word.text).join(' ')).toBe('we saw it Thank you and left')
    expect(dropped).toHaveLength(8)
  })

  it('keeps repetitions that people do speak', () => {
    for (const text of [
      'no no no no',
      'very very very good',
      'ask not ask not',
      'zero zero zero zero zero zero zero zero one',
    ])
      expect(texts(said(text)).join(' ')).toBe(text)
  })

  const sure = (text: string, confidence = 0.99) => said(text).map(item => ({ ...item, confidence }))

  it('keeps a chant and a denial that the transcriber is sure of', () => {
    const chant = Array(4).fill('we want change').join(' ')
    const denial = Array(12).fill('no').join(' ')
    for (const text of [chant, denial]) expect(texts(sure(text)).join(' ')).toBe(text)
    expect(texts(sure(denial, 0.85)).join(' ')).toBe(denial)
  })

  it('drops a long sentence that loops, however sure the transcriber is and whatever number it holds', () => {
    for (const sentence of [
      'so if you look at this you can see how it works today',
      'thanks to all 5 of you who came here with me last night',
    ]) {
      const { words, dropped } = read(sure(Array(30).fill(sentence).join(' ')))
      expect(words.map(word => word.text).join(' ')).toBe(sentence)
      expect(words.length + dropped.length).toBe(30 * sentence.split(' ').length)
    }
  })

  it('drops repetitions that come faster than anybody speaks', () => {
    const rushed = sure(Array(8).fill('we saw').join(' ')).map((item, i) => ({
      ...item,
      from: String(i * 0.03),
      to: String(i * 0.03 + 0.02),
    }))
    expect(texts(rushed).join(' ')).toBe('we saw')
  })

  it('keeps the mask that redaction or a filter left of a word', () => {
    expect(texts(said('I am [PII] from [ADDRESS] and that *** hung up [MUSIC]')).join(' ')).toBe(
      'I am [PII] from [ADDRESS] and that *** hung up',
    )
    const { words } = read([
      { content: 'You', from: '0', to: '0.2' },
      { content: '***', from: '0.3', to: '0.5' },
      { content: '.', type: 'punctuation' },
    ])
    expect(words.map(({ text, after }) => text + after)).toEqual(['You', '***.'])
  })

  it('reads a number in three items as one', () => {
    const { words } = read([
      { content: 'about', from: '0', to: '0.4' },
      { content: '3', from: '0.5', to: '0.7' },
      { content: '.', type: 'punctuation' },
      { content: '5', from: '0.8', to: '0.9' },
      { content: ',', type: 'punctuation' },
      { content: 'or', from: '1.1', to: '1.2' },
      { content: '4', from: '1.3', to: '1.4' },
      { content: '.', type: 'punctuation' },
      { content: '25', from: '1.7', to: '1.9' },
      { content: 'percent', from: '1.9', to: '2.2' },
    ])
    expect(words.map(({ text, after }) => text + after)).toEqual(['about', '3.5,', 'or', '4.25', 'percent'])
    expect(words[1]).toMatchObject({ startMs: 500, endMs: 900 })
  })

  it('does not join a number that begins the next sentence', () => {
    const { words } = read([
      { content: '3', from: '0.5', to: '0.7' },
      { content: '.', type: 'punctuation' },
      { content: '5', from: '1.4', to: '1.6' },
      { content: 'came', from: '1.6', to: '1.9' },
    ])
    expect(words.map(({ text }) => text)).toEqual(['3', '5', 'came'])
  })

  it('puts utterances of two channels that overlap one after another', () => {
    const speak = (channel: string, from: number, text: string) =>
      text.split(' ').map((content, i) => ({ channel, content, from: from + i * 0.4, to: from + i * 0.4 + 0.3 }))
    const items = [
      ...speak('ch_0', 0, 'I think that we should go now .'),
      ...speak('ch_1', 0.9, 'Right .'),
      ...speak('ch_1', 3.2, 'Fine with me .'),
    ].sort((a, b) => a.from - b.from)
    const { words } = transcriptFromAmazon({
      results: {
        items: items.map(({ channel, content, from, to }) => ({
          type: content === '.' ? 'punctuation' : 'pronunciation',
          alternatives: [{ content, confidence: '0.9' }],
          ...(content !== '.' && { start_time: String(from), end_time: String(to) }),
          channel_label: channel,
        })),
      },
    })
    expect(words.map(word => word.text + word.after).join(' ')).toBe(
      'I think that we should go now. Right. Fine with me.',
    )
    expect(words.map(word => word.speaker?.slice(-1)).join('')).toBe('00000001111')
    for (const [i, word] of words.entries()) expect(word.startMs).toBeGreaterThanOrEqual(words[i - 1]?.startMs ?? 0)
  })

  it('accepts the text of a file as well as its parsed object', () => {
    expect(transcriptFromAmazon(JSON.stringify(amazon(said('Hi there')))).words).toHaveLength(2)
  })

  it('finds no words in silence', () => {
    expect(read([])).toEqual({ words: [], durationMs: 0, dropped: [] })
  })

  it('refuses anything but a transcript, with an error code', () => {
    for (const bad of ['{', '[]', null, 5, {}, { results: {} }, { results: { items: {} } }]) {
      expect(() => transcriptFromAmazon(bad)).toThrow(SubtitleError)
      expect(() => transcriptFromAmazon(bad)).toThrow(expect.objectContaining({ code: 'TRANSCRIPT_UNREADABLE' }))
    }
  })

  it('loses no word of any items, and leaves times in order', () => {
    const anyTime = fc.oneof(
      fc.constant(undefined),
      fc.double({ min: 0, max: 900, noNaN: true }),
      fc.constantFrom('', 'x', -1, null, '12.5'),
    )
    const anyItem = fc.record({
      content: fc.constantFrom('word', 'Mr', '[MUSIC]', 'U.S.', '12,000', "don't", '—', 'é', '단어', 'a.b', ''),
      from: anyTime,
      to: anyTime,
      type: fc.constantFrom('pronunciation', 'pronunciation', 'punctuation'),
      confidence: fc.constantFrom('0.5', undefined, 'x', 7),
    })
    fc.assert(
      fc.property(fc.array(anyItem, { maxLength: 80 }), items => {
        const { words, dropped, durationMs } = read(items)
        const spoken = items.filter(item => /[\p{L}\p{N}]/u.test(item.content))
        expect(words.length + dropped.length).toBe(spoken.length)
        for (const [i, word] of words.entries()) {
          expect(word.startMs).toBeGreaterThanOrEqual(words[i - 1]?.startMs ?? 0)
          expect(word.endMs).toBeGreaterThanOrEqual(word.startMs)
          expect(word.endMs).toBeLessThanOrEqual(Math.min(durationMs, words[i + 1]?.startMs ?? durationMs))
          expect(word.confidence).toBeGreaterThanOrEqual(0)
          expect(word.confidence).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})
