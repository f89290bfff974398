import { parseArgs } from 'node:util'
import { amount, type Cell, type Report } from './figures.ts'
import { printTable } from './isolated.ts'
import { judgeAll, OUTCOMES } from './meaning/judge.ts'

/**
 * Counts which wrong translations the translation step detects, and which correct ones it flags, replaces or rewrites.
 */
export async function run(options: readonly string[]): Promise<Report> {
  const { values } = parseArgs({
    args: [...options],
    options: { list: { type: 'boolean', default: false }, quick: { type: 'boolean' } },
  })
  const judged = await judgeAll()
  if (values.list)
    for (const { one, outcome, shown } of judged)
      if (outcome === 'missed' || outcome === 'false alarm' || outcome === 'silent rewrite')
        console.log(`${outcome}: ${one.kind}: ${one.sentences.map(({ english }) => english).join(' ')} -> ${shown}`)
  const kinds = [...new Set(judged.map(({ one }) => one.kind))]
  const countsOf = (kind: string | undefined) =>
    OUTCOMES.map(
      outcome => judged.filter(each => (kind ?? each.one.kind) === each.one.kind && each.outcome === outcome).length,
    )
  const rows = [
    ...kinds.map((kind): [string, number[]] => [kind, countsOf(kind)]),
    ['total', countsOf(undefined)] as const,
  ]
  printTable(
    ['kind', ...OUTCOMES],
    rows.map(([kind, counts]) => [kind, ...counts.map(String)]),
  )
  const [, missed = 0, , falseAlarms = 0, rewrites = 0] = countsOf(undefined)
  return {
    tables: [
      {
        name: 'meaning',
        headings: ['kind', ...OUTCOMES],
        rows: rows.map(([kind, counts]): Cell[] => [kind, ...counts.map(count => amount(count))]),
      },
    ],
    aims: [
      {
        aim: 'Right texts flagged or replaced',
        measured: amount(falseAlarms),
        atMost: 3,
        ifMissed: 'Run with --list.',
      },
      { aim: 'Right texts rewritten silently', measured: amount(rewrites), atMost: 0, ifMissed: 'Run with --list.' },
    ],
    data: { cases: judged.length, missed },
  }
}
