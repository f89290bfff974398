import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Transcript, Word } from '#subtitle-engine'
import type { SoundSpan } from '../../lambdas/contract/media-objects.ts'
import { joinParts } from '../../lambdas/transcription/join-parts.ts'

const word = (text: string, startMs: number, extra: Partial<Word> = {}): Word => ({
  text,
  startMs,
  endMs: startMs + 200,
  confidence: 1,
  after: '',
  ...extra,
})
const heard = (words: Word[]): Transcript => ({ words, dropped: [], durationMs: words.at(-1)?.endMs ?? 0 })
const textsOf = ({ words }: Transcript) => words.map(({ text, after }) => text + after).join(' ')
/** Two parts of 60 s that share the time from 44 to 60 s. */
const SPANS: [SoundSpan, SoundSpan] = [
  { startMs: 0, endMs: 60_000 },
  { startMs: 44_000, endMs: 104_000 },
]
const join = (first: Word[], second: Word[]) =>
  joinParts([
    { span: SPANS[0], transcript: heard(first) },
    { span: SPANS[1], transcript: heard(second) },
  ])

/**
 * Words of a speech with everything that joining might trip over: repeated words, dense talk, long pauses, two voices.
 */
const VOCABULARY = ['the', 'and', 'no', 'a', 'cannot', 'machine', 'really', 'subtitle', 'of', 'they', "it's", 'forty']
const speech = fc
  .array(
    fc.record({
      text: fc.constantFrom(...VOCABULARY),
      lastsMs: fc.integer({ min: 120, max: 500 }),
      pauseMs: fc.oneof(
        { weight: 12, arbitrary: fc.integer({ min: 60, max: 250 }) },
        { weight: 1, arbitrary: fc.integer({ min: 600, max: 20_000 }) },
      ),
      turns: fc.integer({ min: 0, max: 9 }),
      /** How many times the word is repeated in a row: "no, no, no". */
      times: fc.oneof(
        { weight: 9, arbitrary: fc.constant(1) },
        { weight: 1, arbitrary: fc.integer({ min: 2, max: 6 }) },
      ),
    }),
    { minLength: 20, maxLength: 400 },
  )
  .map(said => {
    let [at, voice] = [0, 0]
    return said
      .filter(({ text }, i) => text !== said[i - 1]?.text)
      .flatMap(one => Array.from({ length: one.times }, () => one))
      .map(({ text, lastsMs, pauseMs, turns }) => {
        if (turns === 0) voice = 1 - voice
        const startMs = at + pauseMs
        at = startMs + lastsMs
        return { text, startMs, endMs: at, confidence: 1, after: '', speaker: `voice${voice}` }
      })
  })

/** Within this distance of a cut, sound is transcribed wrongly in every way. */
const BAD_MS = 1500
const SPLIT_FROM = 6

/**
 * A part's transcript by a transcriber that fails near the edges. All words are shifted by up to 125 ms and drift by as
 * much within twelve seconds. Words near the edges are dropped, doubled or truncated; long words are split in two;
 * voices are renumbered.
 */
function recognized(truth: readonly Word[], span: SoundSpan, whole: number, chance: () => number): Transcript {
  const late = (chance() - 0.5) * 250
  const drift = (chance() - 0.5) * 250
  const names = new Map<string | undefined, string>()
  const words = truth
    .filter(({ startMs, endMs }) => endMs > span.startMs && startMs < span.endMs)
    .flatMap((said): Word[] => {
      if (!names.has(said.speaker)) names.set(said.speaker, `spk_${names.size}`)
      const speaker = names.get(said.speaker)
      const startMs = Math.max(
        0,
        Math.round(said.startMs - span.startMs + late + drift * Math.sin(said.startMs / 4000) + (chance() - 0.5) * 60),
      )
      const one: Word = { ...said, speaker, startMs, endMs: startMs + said.endMs - said.startMs }
      const isBad =
        (span.startMs > 0 && said.startMs < span.startMs + BAD_MS) ||
        (span.endMs < whole && said.endMs > span.endMs - BAD_MS)
      if (!isBad) return said.text.length > SPLIT_FROM && chance() < 0.2 ? split(one) : [one]
      const fate = chance()
      if (fate < 0.3) return []
      if (fate < 0.5) return [one, { ...one, startMs: one.endMs, endMs: one.endMs + 200 }]
      if (fate < 0.7) return [{ ...one, text: one.text.slice(0, 1 + Math.floor(one.text.length / 2)) }]
      return [{ ...one, text: 'uh' }]
    })
  let at = 0
  const inOrder = words.map(one => {
    at = Math.max(at, one.startMs)
    return { ...one, startMs: at }
  })
  return heard(
    inOrder.map((one, i) => ({
      ...one,
      endMs: Math.min(Math.max(one.startMs, one.endMs), inOrder[i + 1]?.startMs ?? whole),
    })),
  )
}

function split(said: Word): Word[] {
  const middle = Math.round((said.startMs + said.endMs) / 2)
  return [
    { ...said, text: said.text.slice(0, 3), endMs: middle },
    { ...said, text: said.text.slice(3), startMs: middle },
  ]
}

/** Spans of the parts, cut at random near equal intervals; each shares 16 s with the next. */
function spansOf(whole: number, count: number, chance: () => number): SoundSpan[] {
  const cuts = Array.from({ length: count - 1 }, (_, i) =>
    Math.round((whole * (i + 1)) / count + (chance() - 0.5) * Math.min(20_000, whole / count - 17_000)),
  )
  return Array.from({ length: count }, (_, i) => ({
    startMs: Math.max(0, (cuts[i - 1] ?? 8000) - 8000),
    endMs: Math.min(whole, (cuts[i] ?? whole) + 8000),
  }))
}

describe('joining the parts of a recording', () => {
  it('neither loses nor doubles a word, whatever the transcripts have at the edges', () => {
    fc.assert(
      fc.property(
        speech,
        fc.integer({ min: 2, max: 4 }),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })),
        (truth, count, chances) => {
          const whole = (truth.at(-1)?.endMs ?? 0) + 500
          fc.pre(whole / count > 20_000)
          const parts = spansOf(whole, count, () => chances.next().value).map(span => ({
            span,
            transcript: recognized(truth, span, whole, () => chances.next().value),
          }))
          const joined = joinParts(parts)
          const letters = (words: readonly Word[]) => words.map(({ text }) => text).join('')
          expect(letters(joined.words)).toBe(letters(truth))
          for (const [i, { startMs, endMs }] of joined.words.entries()) {
            expect(endMs).toBeGreaterThanOrEqual(startMs)
            expect(joined.words[i + 1]?.startMs ?? endMs).toBeGreaterThanOrEqual(endMs)
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  it('switches at a word that both parts contain, with the punctuation that fits what follows', () => {
    const first = [word('So', 50_000), word('we', 51_000), word('end', 52_000), word('here', 53_000)]
    const second = [
      word('so', 6000),
      word('we', 7000),
      word('end', 8000, { after: '.' }),
      word('Here', 9000),
      word('on', 30_000),
    ]
    expect(textsOf(join(first, second))).toBe('So we end. Here on')
  })

  it('switches in the longest pause if the parts have no word in common', () => {
    const first = [word('Good', 47_000), word('humbug', 55_000)]
    const second = [word('God', 3000), word('bye', 11_000), word('now', 20_000)]
    expect(textsOf(join(first, second))).toBe('Good bye now')
  })

  it('keeps all words if nobody speaks at the seam', () => {
    const joined = join([word('before', 30_000)], [word('after', 40_000)])
    expect(joined.words.map(({ startMs }) => startMs)).toEqual([30_000, 84_000])
    expect(joined.durationMs).toBe(84_200)
  })

  it('keeps every word of parts that meet in a gap of the sound', () => {
    const parts = [
      { span: { startMs: 0, endMs: 60_000 }, transcript: heard([word('last', 59_500)]) },
      { span: { startMs: 60_000, endMs: 90_000 }, transcript: heard([word('first', 100), word('next', 1500)]) },
    ]
    expect(textsOf(joinParts(parts))).toBe('last first next')
  })

  it('keeps the sounds of each side of the seam once', () => {
    const sound = (startMs: number) => word('[MUSIC]', startMs)
    const parts = [
      { span: SPANS[0], transcript: { ...heard([word('one', 52_000)]), dropped: [sound(48_000), sound(58_000)] } },
      { span: SPANS[1], transcript: { ...heard([word('one', 8000)]), dropped: [sound(4000), sound(14_000)] } },
    ]
    expect(joinParts(parts).dropped.map(({ startMs }) => startMs)).toEqual([48_000, 58_000])
  })
})

describe('the speakers of joined parts', () => {
  const said = (text: string, startMs: number, speaker: string) => word(text, startMs, { speaker })
  const speakersOf = ({ words }: Transcript) => words.map(({ text, speaker }) => `${text} ${speaker}`)

  it('keep the label of the speaker of the same words in the overlap', () => {
    const first = [said('question', 10_000, 'spk_0'), said('yes', 50_000, 'spk_1'), said('sure', 52_000, 'spk_1')]
    const second = [said('yes', 6000, 'spk_0'), said('sure', 8000, 'spk_0'), said('next', 30_000, 'spk_0')]
    expect(speakersOf(join(first, second))).toEqual(['question spk_0', 'yes spk_1', 'sure spk_1', 'next spk_1'])
  })

  it('get a new label if they are silent in the overlap, because two speakers must never share one', () => {
    const first = [said('question', 10_000, 'spk_0'), said('yes', 50_000, 'spk_1')]
    const second = [said('yes', 6000, 'spk_0'), said('question', 30_000, 'spk_1')]
    expect(speakersOf(join(first, second))).toEqual(['question spk_0', 'yes spk_1', 'question spk_2'])
  })

  it('are the same if each part has a single speaker, even one who is silent in the overlap', () => {
    const joined = join([said('before', 30_000, 'spk_0')], [said('after', 40_000, 'spk_0')])
    expect(speakersOf(joined)).toEqual(['before spk_0', 'after spk_0'])
  })
})
