import { describe, expect, it } from 'vitest'
import { readEnglishSubtitle, readSubtitle } from '../../src/index.ts'

const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace('.', ',')
const srt = (cues: readonly (readonly [startMs: number, endMs: number, text: string])[]) =>
  cues.map(([from, to, text], i) => `${i + 1}\n${clock(from)} --> ${clock(to)}\n${text}\n`).join('\n')
const many = (count: number, stepMs: number, text: string) =>
  srt(Array.from({ length: count }, (_, i) => [i * stepMs, i * stepMs + stepMs - 10, `${text} ${i}`] as const))
const seconds = (text: string) => readEnglishSubtitle(text).seconds

describe('an English subtitle is refused with the line of', () => {
  it.each([
    [
      'a reversed time',
      srt([
        [1000, 3000, 'It is so.'],
        [9000, 5000, 'And it is not.'],
      ]),
      'SUBTITLE_WRONG_TIME',
      6,
    ],
    ['a time beyond a day', '1\n00:00:01,000 --> 25:00:00,000\nIt is so.\n', 'SUBTITLE_WRONG_TIME', 2],
    [
      'more text in a minute than anyone can say',
      many(100, 500, 'and that is what it is for you and'),
      'SUBTITLE_TOO_DENSE',
      158,
    ],
    ['the cue after 20,000', many(20_001, 1000, 'it is'), 'SUBTITLE_TOO_MUCH', 80_002],
  ])('%s', (_, text, code, line) => {
    expect(() => readEnglishSubtitle(text)).toThrow(expect.objectContaining({ code, line }))
  })

  it('a minute of dense text in an otherwise calm hour', () => {
    const calm = Array.from({ length: 60 }, (_, i) => [i * 60_000, i * 60_000 + 2000, 'It is so.'] as const)
    const dense = [1_800_500, 1_801_000, 'and so it is '.repeat(150)] as const
    expect(() => readEnglishSubtitle(srt([...calm, dense]))).toThrow(
      expect.objectContaining({ code: 'SUBTITLE_TOO_DENSE', line: 242 }),
    )
  })
})

describe('an English subtitle is charged', () => {
  it('for its time, and for its text where that takes longer to say', () => {
    expect(
      seconds(
        srt([
          [0, 2000, 'It is so.'],
          [88_000, 90_000, 'And that is it.'],
        ]),
      ),
    ).toBe(90)
    expect(seconds(srt([[0, 30_000, 'and so it is '.repeat(55).trim()]]))).toBe(47)
  })
})

it('any number of sounds, comments and cues beside others can be read', () => {
  const cue = '1\n00:00:01,000 --> 00:00:03,000\n'
  for (const text of ['[a] ', '{a b}', '<rt>a</rt>', '1\n00:00:01,000 --> 00:00:02,000\na\n\n'])
    expect(readSubtitle(`${cue}${text.repeat(150_000)}\n\n${cue}it is`, 'en').cues.length).toBeGreaterThan(0)
})
