import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chapterTime, fullDescription, MOST_YOUTUBE_BYTES, youtubeText } from '../../lambdas/contract/youtube-text.ts'
import { chooseChapters } from '../../lambdas/translation/chapters.ts'
import { readYoutubeAnswer } from '../../lambdas/translation/youtube-answer.ts'

const span = { firstMs: 2_000, durationSeconds: 120 }
const at = (...seconds: number[]) => seconds.map(each => ({ startMs: each * 1000, title: `${each}초` }))

describe('chapters', () => {
  it('begin at 0:00 with the chapter of the first sentence, and follow in order', () => {
    expect(chooseChapters(at(60.9, 2, 30), span)).toEqual([
      { seconds: 0, title: '2초' },
      { seconds: 30, title: '30초' },
      { seconds: 60, title: '60.9초' },
    ])
  })

  it('begin at 0:00 even if the first sentence comes late', () => {
    const late = { firstMs: 40_000, durationSeconds: 120 }
    expect(chooseChapters(at(40, 60, 80), late).map(({ seconds }) => seconds)).toEqual([0, 60, 80])
  })

  it('begin with an added one at 0:00 if the model’s first comes later', () => {
    expect(chooseChapters(at(30, 60), span)).toEqual([
      { seconds: 0, title: '시작' },
      { seconds: 30, title: '30초' },
      { seconds: 60, title: '60초' },
    ])
  })

  it.each([
    ['ten seconds apart are kept', [2, 10, 20], [0, 10, 20]],
    ['nine seconds after another are dropped', [2, 15, 24, 40], [0, 15, 40]],
    ['nine seconds before the end are dropped', [2, 30, 60, 111], [0, 30, 60]],
    ['at the same second are one', [2, 30, 30.5, 60], [0, 30, 60]],
    ['after the end are dropped', [2, 30, 60, 500], [0, 30, 60]],
    ['are dropped if only two are left', [2, 30], []],
    ['may be absent', [], []],
  ])('%s', (_, offered, kept) => {
    expect(chooseChapters(at(...offered), span).map(({ seconds }) => seconds)).toEqual(kept)
  })

  it('exist for a video of half a minute, but not for a shorter one', () => {
    const short = (durationSeconds: number) => chooseChapters(at(0, 10, 20), { firstMs: 0, durationSeconds })
    expect([short(30).length, short(29.9).length]).toEqual([3, 0])
  })
})

/** 900 characters without the repetitions by which endless output is detected. */
const LONG = Array.from({ length: 90 }, (_, i) => `${i + 100}번째 글이`).join(' ')

describe('any text for YouTube in a model’s response', () => {
  const sentences = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 1, max: 9_000 })), {
      minLength: 1,
      maxLength: 60,
      size: 'max',
    })
    .map(spans => {
      let ms = 0
      return spans.map(([pause, length], i) => {
        const startMs = ms + pause
        ms = startMs + length
        return { number: i + 1, startMs, endMs: ms, korean: `문장 ${i + 1}이에요.` }
      })
    })
  const text = fc.oneof(
    fc.constantFrom('강의 제목', '0:30 소개', 'bit.ly/x', '<b>굵게</b>', LONG, `🐶${LONG.replaceAll(' ', '🐶')}`),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.string({ unit: 'binary', maxLength: 60 }).map(each => `한글 ${each}`),
  )
  const heading = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 99 }).map(number => `${number}장`) },
    { weight: 1, arbitrary: text },
  )
  const chapter = fc.oneof(
    { weight: 9, arbitrary: fc.record({ sentence: fc.integer({ min: -2, max: 62 }), title: heading }) },
    { weight: 1, arbitrary: fc.anything() },
  )
  const answer = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.record({
        title: text.map(each => `제목 ${each}`),
        description: fc.array(text, { maxLength: 20 }).map(lines => `설명이에요.\n${lines.join('\n')}`),
        chapters: fc.oneof(fc.array(chapter, { minLength: 3, maxLength: 60 }), fc.anything()),
      }),
    },
    { weight: 1, arbitrary: fc.anything() },
  )

  it('is rejected, or becomes a text that YouTube accepts', () => {
    let [texts, withChapters] = [0, 0]
    fc.assert(
      fc.property(sentences, answer, fc.integer({ min: 1, max: 1500 }), (spoken, input, durationSeconds) => {
        const found = readYoutubeAnswer(input, { sentences: spoken, english: '', durationSeconds })
        if (!found) return
        texts += 1
        expect(youtubeText.parse(found)).toEqual(found)
        const whole = fullDescription(found)
        expect(new TextEncoder().encode(whole).length).toBeLessThanOrEqual(MOST_YOUTUBE_BYTES)
        expect(found.title.length).toBeLessThanOrEqual(100)
        expect(found.title + whole).not.toMatch(/[<>]/)
        expect((found.title + whole).isWellFormed()).toBe(true)
        // What YouTube reads: every line that begins with a time, and no time elsewhere.
        expect(found.description).not.toMatch(/\d:\d\d/)
        const read = [...whole.matchAll(/^(\d+:(?:\d\d:)?\d\d) \S.*$/gm)].map(([, time = '']) =>
          time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0),
        )
        expect(read).toEqual(found.chapters.map(({ seconds }) => seconds))
        expect(found.chapters.length === 0).toBe(found.withoutChapters !== undefined)
        if (read.length === 0) return
        withChapters += 1
        expect(read[0]).toBe(0)
        expect(read.length).toBeGreaterThanOrEqual(3)
        const starts = new Set(spoken.map(({ startMs }) => Math.floor(startMs / 1000)))
        for (const [i, second] of read.entries()) {
          expect((read[i + 1] ?? durationSeconds) - second).toBeGreaterThanOrEqual(10)
          if (i > 0) expect(starts).toContain(second)
        }
      }),
      { numRuns: 250 },
    )
    // The generator must produce enough texts and chapters for the property to mean something.
    expect(texts).toBeGreaterThan(150)
    expect(withChapters).toBeGreaterThan(30)
  })
})

it('chapter times have minutes and seconds, and hours from one hour on', () => {
  expect([0, 9, 75, 3599, 3600, 36_061].map(chapterTime)).toEqual([
    '0:00',
    '0:09',
    '1:15',
    '59:59',
    '1:00:00',
    '10:01:01',
  ])
})
