import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cue, formatSrt, parseSrt, readSubtitle } from '../../src/index.ts'

const cue = (startMs: number, endMs: number, ...lines: string[]): Cue => ({
  startMs,
  endMs,
  lines,
  sentenceIds: [],
  flags: [],
})
const plain = (text: string) => parseSrt(text).map(({ startMs, endMs, lines }) => [startMs, endMs, lines])

describe('writing SRT', () => {
  it('numbers from 1, writes times with commas, ends with one line feed', () => {
    expect(formatSrt([cue(0, 1500, '안녕하세요'), cue(3_723_004, 3_725_000, '두 줄', '입니다')])).toBe(
      '1\n00:00:00,000 --> 00:00:01,500\n안녕하세요\n\n2\n01:02:03,004 --> 01:02:05,000\n두 줄\n입니다\n',
    )
  })

  it('keeps hours over 99', () => {
    const srt = formatSrt([cue(360_000_000, 3_600_000_001, '끝')])
    expect(srt).toContain('100:00:00,000 --> 1000:00:00,001')
    expect(plain(srt)).toEqual([[360_000_000, 3_600_000_001, ['끝']]])
  })

  it('drops blank lines and writes `-->` inside text as a single arrow', () => {
    expect(formatSrt([cue(0, 1, 'a --> b', '', ' ', 'c\n\nd')])).toBe('1\n00:00:00,000 --> 00:00:00,001\na → b\nc\nd\n')
  })

  it('writes nothing for no cues', () => {
    expect(formatSrt([])).toBe('')
  })

  it('writes a text of any length', () => {
    const long = '가'.repeat(100_000)
    expect(formatSrt([cue(0, 1, 'a', long, 'b')])).toBe(`1\n00:00:00,000 --> 00:00:00,001\na\n${long}\nb\n`)
    const many = Array.from({ length: 5000 }, (_, i) => cue(i * 10, i * 10 + 5, `줄 ${i}`))
    expect(parseSrt(formatSrt(many)).map(({ lines }) => lines[0])).toEqual(many.map(({ lines }) => lines[0]))
  })
})

describe('reading SRT', () => {
  it('takes no longer than its length asks for a line of dashes or blanks after a time', () => {
    for (const sign of ['-', ' ', '0']) expect(parseSrt(`1\n0:0:0${sign.repeat(100_000)}x\n`)).toEqual([])
  })

  const wanted = [
    [1000, 2000, ['하나']],
    [3000, 4500, ['둘', '셋']],
  ]

  it.each([
    ['LF', '1\n00:00:01,000 --> 00:00:02,000\n하나\n\n2\n00:00:03,000 --> 00:00:04,500\n둘\n셋\n'],
    ['CRLF', '1\r\n00:00:01,000 --> 00:00:02,000\r\n하나\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,500\r\n둘\r\n셋\r\n'],
    ['CR alone', '1\r00:00:01,000 --> 00:00:02,000\r하나\r\r2\r00:00:03,000 --> 00:00:04,500\r둘\r셋'],
    ['a byte order mark', '\uFEFF1\n00:00:01,000 --> 00:00:02,000\n하나\n\n2\n00:00:03,000 --> 00:00:04,500\n둘\n셋'],
    [
      'a byte order mark and no index',
      '\uFEFF00:00:01,000 --> 00:00:02,000\n하나\n\n00:00:03,000 --> 00:00:04,500\n둘\n셋',
    ],
    ['dots for commas', '1\n00:00:01.000 --> 00:00:02.000\n하나\n\n2\n00:00:03.000 --> 00:00:04.500\n둘\n셋'],
    ['no indexes', '00:00:01,000 --> 00:00:02,000\n하나\n\n00:00:03,000 --> 00:00:04,500\n둘\n셋'],
    ['no blank lines', '1\n00:00:01,000 --> 00:00:02,000\n하나\n2\n00:00:03,000 --> 00:00:04,500\n둘\n셋'],
    [
      'stray blanks',
      '\n\n 1 \n\n00:00:01,000 --> 00:00:02,000 \n\n하나\n\n\n\n2\n\n00:00:03,000-->00:00:04,500\n둘\n\n셋\n\n\n',
    ],
    ['short times', '1\n0:01 --> 0:02\n하나\n\n2\n0:0:3 --> 0:0:4.5\n둘\n셋'],
    [
      'positions',
      '1\n00:00:01,000 --> 00:00:02,000 X1:40 X2:600\n하나\n\n2\n00:00:03,000 --> 00:00:04,500 align:start\n둘\n셋',
    ],
    ['a short arrow', '1\n00:00:01,000 -> 00:00:02,000\n하나\n\n2\n00:00:03,000 -> 00:00:04,500\n둘\n셋\n'],
    ['a parted arrow', '1\n00:00:01,000 - > 00:00:02,000\n하나\n\n2\n00:00:03,000 -- > 00:00:04,500\n둘\n셋\n'],
    ['mixed arrows', '1\n00:00:01,000 --> 00:00:02,000\n하나\n\n2\n00:00:03,000 -> 00:00:04,500\n둘\n셋\n'],
    ['a sign for the arrow', '1\n00:00:01,000→00:00:02,000\n하나\n\n2\n00:00:03,000 – 00:00:04,500\n둘\n셋\n'],
    [
      'full-width signs',
      '1\n00：00：01，000 --> 00：00：02，000\n하나\n\n2\n００:００:０３,０００ -> 00：00：04．500\n둘\n셋\n',
    ],
    ['negative indexes', '-1\n00:00:01,000 --> 00:00:02,000\n하나\n\n-2\n00:00:03,000 --> 00:00:04,500\n둘\n셋\n'],
    [
      'other arrows and CRLF',
      '1\r\n00:00:01,000 -> 00:00:02,000\r\n하나\r\n\r\n2\r\n00:00:03,000 -> 00:00:04,500\r\n둘\r\n셋\r\n',
    ],
    [
      'tags',
      '1\n00:00:01,000 --> 00:00:02,000\n<i>하나</i>\n\n2\n00:00:03,000 --> 00:00:04,500\n{\\an8}둘\n<font color="red">셋</font>',
    ],
  ])('accepts %s', (_, text) => {
    expect(plain(text)).toEqual(wanted)
  })

  it('keeps a line of digits that is text', () => {
    const text =
      '1\n00:00:01,000 --> 00:00:02,000\n1999\n\n2\n00:00:03,000 --> 00:00:04,000\n2\n\n3\n00:00:05,000 --> 00:00:06,000\n42\n'
    expect(plain(text).map(([, , lines]) => lines)).toEqual([['1999'], ['2'], ['42']])
  })

  it('keeps angle brackets that are not tags', () => {
    expect(plain('1\n00:00:01,000 --> 00:00:02,000\na < b > c <3\n')[0]?.[2]).toEqual(['a < b > c <3'])
  })

  it('keeps a cue with unreadable times after the previous cue, and flags it', () => {
    const cues = parseSrt(
      '1\n00:00:01,000 --> 00:00:02,000\n하나\n\n2\n00:0x:03,000 --> later\n둘\n\n3\n00:00:05,000 --> 00:00:06,000\n셋\n',
    )
    expect(cues.map(({ lines }) => lines)).toEqual([['하나'], ['둘'], ['셋']])
    expect(cues[1]).toMatchObject({ startMs: 2000, endMs: 2000, flags: ['timing'] })
    expect([cues[0]?.flags, cues[2]?.flags]).toEqual([[], []])
  })

  it('leaves an arrow between two times of day in the text', () => {
    const text = '1\n00:00:01,000 --> 00:00:02,000\n영업시간\n9:00 -> 18:00\n\n2\n00:00:03,000 -> 00:00:04,000\n끝\n'
    expect(plain(text).map(([, , lines]) => lines)).toEqual([['영업시간', '9:00 -> 18:00'], ['끝']])
  })

  it('lists what it could not read, so that nothing is lost silently', () => {
    const good = '3\n00:00:05,000 --> 00:00:06,000\n셋\n'
    const untimed = (text: string) => readSubtitle(text, 'ko').notes.map(({ kind, line }) => [kind, line])
    expect(untimed(good)).toEqual([])
    expect(untimed(`1\n00:00:01,000 ->\n하나\n\n2\nlater --> soon\n둘\n\n${good}`)).toEqual([
      ['untimed', 2],
      ['untimed', 6],
    ])
    expect(untimed(`1\n하나\n\n2\n둘\n\n${good}`)).toEqual([
      ['untimed', 1],
      ['untimed', 4],
    ])
  })

  it('keeps a cue without text', () => {
    expect(plain('1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:03,000 --> 00:00:04,000\nb\n')).toEqual([
      [1000, 2000, []],
      [3000, 4000, ['b']],
    ])
  })

  it('finds no cues in an empty file', () => {
    for (const text of ['', '\n\n', 'WEBVTT', '1\n2\n3']) expect(parseSrt(text)).toEqual([])
  })

  it('returns the times and lines of any cues that were written', () => {
    const line = fc
      .oneof(
        fc.string({ minLength: 1, maxLength: 30 }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
        fc.constantFrom('1', '2', '00:01', '가', ' 나 ', '>', '- a'),
      )
      .filter(text => text.trim() !== '' && !/[\r\n{}<]|-->/.test(text))
    const anyCue = fc.record({
      startMs: fc.oneof(fc.nat(), fc.nat(9_999_999_999)),
      endMs: fc.oneof(fc.nat(), fc.nat(9_999_999_999)),
      lines: fc.array(line, { maxLength: 4 }),
    })
    fc.assert(
      fc.property(fc.array(anyCue, { maxLength: 20 }), cues => {
        const written = formatSrt(cues.map(each => ({ ...each, sentenceIds: [], flags: [] })))
        expect(plain(written)).toEqual(cues.map(({ startMs, endMs, lines }) => [startMs, endMs, lines]))
      }),
      { numRuns: 500 },
    )
  })
})
