import { describe, expect, it } from 'vitest'
import { type Aim, amount, finiteJson, isMet, spreadOf } from './figures.ts'
import { between, mergedAims, mergedRows, type Run, writtenPages } from './page.ts'

describe('figures of several runs', () => {
  it('show one value if all runs agree to the last digit shown', () => {
    expect(spreadOf([amount(4.51, 'ms', 1), amount(4.54, 'ms', 1)])).toBe('4.5 ms')
  })

  it('show both values of two runs and their distance from the mean', () => {
    expect(spreadOf([amount(90, 'ms'), amount(110, 'ms')])).toBe('90, 110 ms (±10 %)')
  })

  it('show the median and the range of three or more runs', () => {
    expect(spreadOf([amount(3), amount(1), amount(2)])).toBe('2 (1 to 3)')
    expect(spreadOf([amount(3, 'x'), amount(1, 'x'), amount(2, 'x')])).toBe('2x (1x to 3x)')
  })

  it('never divide by a mean of zero', () => {
    expect(spreadOf([amount(-1), amount(1)])).toBe('-1, 1')
    expect(spreadOf([])).toBe('-')
  })

  it('are matched by row name, even if a run lacks the row or its value', () => {
    const table = (rows: [string, ReturnType<typeof amount> | string][]) => ({
      name: 'a',
      headings: ['row', 'ms'],
      rows,
    })
    const rows = mergedRows([
      table([
        ['one', amount(1)],
        ['two', '-'],
      ]),
      table([
        ['two', amount(2)],
        ['three', amount(3)],
      ]),
    ])
    expect(rows).toEqual([
      ['one', '1'],
      ['two', '2'],
      ['three', '3'],
    ])
  })
})

const aim: Aim = { aim: 'fast', measured: amount(5, 's'), atMost: 4, ifMissed: 'It is slow. Next: less of it.' }

describe('a target', () => {
  it('is met up to its limit, on whichever side that is', () => {
    expect(isMet(aim)).toBe(false)
    expect(isMet({ ...aim, atMost: 5 })).toBe(true)
    expect(isMet({ ...aim, atMost: undefined, atLeast: 6 })).toBe(false)
  })

  it('counts the runs that missed it', () => {
    const reports = [aim, { ...aim, measured: amount(3, 's') }].map(each => ({ tables: [], aims: [each], data: {} }))
    expect(mergedAims(reports)).toMatchObject([
      { measured: '5, 3 s (±25 %)', limit: 'at most 4 s', missed: 1, runs: 2 },
    ])
  })
})

const run = (value: number): Run => ({
  at: '2026-11-22T16:00:00.000Z',
  seconds: 12,
  busyBefore: 0.02,
  cores: 2,
  report: {
    tables: [{ name: 'cold', headings: ['function', 'start'], rows: [['account', amount(value, 'ms')]] }],
    aims: [aim],
    data: {},
  },
})

describe('the page of a section', () => {
  const marks = (name: string) => `<!-- ${name} -->\nold\n<!-- /${name} -->\n`
  const pages = new Map([
    ['first.md', `# Page\n${marks('lambda aims')}after`],
    ['second.md', marks('cold')],
  ])

  it('gets each table between its marks, and its targets with the reason for a miss', () => {
    const written = writtenPages(pages, 'lambda', [run(100), run(120)])
    expect(written.get('second.md')).toContain('| account | 100, 120 ms (±9 %) |')
    expect(written.get('first.md')).toMatch(/2 runs of 12 and 12 s on 2 cores, 2026-11-22; other work used 2 % and 2 %/)
    expect(written.get('first.md')).toContain(
      '| fast | at most 4 s | 5 s | **missed**. It is slow. Next: less of it. |',
    )
    expect(written.get('first.md')).toMatch(
      /^# Page\n<!-- lambda aims -->\n2 runs[\s\S]*<!-- \/lambda aims -->\nafter$/,
    )
  })

  it('is rejected if a figure is not a number or a table has no marks', () => {
    expect(() => writtenPages(pages, 'lambda', [run(Number.NaN)])).toThrow('not a number')
    expect(() => writtenPages(new Map(), 'lambda', [run(1)])).toThrow('No page has the marks of cold')
    expect(() => between(marks('cold'), 'cold', '| Infinity |')).toThrow('not a number')
    expect(() => finiteJson({ ms: Number.POSITIVE_INFINITY })).toThrow('ms is Infinity')
  })
})
