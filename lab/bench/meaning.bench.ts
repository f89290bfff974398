import { parseArgs } from 'node:util'
import { amount, type Cell, type Report } from './figures.ts'
import { printTable } from './isolated.ts'
import { HELD_OUT, readHeldOut } from './meaning/held-out.ts'
import { type Judged, judgeAll, OUTCOMES } from './meaning/judge.ts'

/**
 * Counts which wrong translations the translation step detects, and which correct ones it flags, replaces or rewrites:
 * of the cases written with the checks, and of sets written without reading them.
 */
export async function run(options: readonly string[]): Promise<Report> {
  const { values } = parseArgs({
    args: [...options],
    options: { list: { type: 'boolean', default: false }, quick: { type: 'boolean' } },
  })
  const judged = await judgeAll()
  const sets = await Promise.all(
    HELD_OUT.map(async ({ name, firstRun }) => ({ name, firstRun, judged: await judgeAll(readHeldOut(name)) })),
  )
  const heldOut = sets.flatMap(set => set.judged)
  if (values.list) for (const each of [...judged, ...heldOut]) listCase(each)
  const kinds = [...new Set(judged.map(({ one }) => one.kind))]
  const rows = [
    ...kinds.map((kind): [string, number[]] => [kind, countOutcomes(judged.filter(({ one }) => one.kind === kind))]),
    ['total', countOutcomes(judged)] as const,
  ]
  const heldOutRows = [
    ...sets.flatMap(({ name, firstRun, judged: now }): [string, number[]][] => [
      [`${name}, at its first run`, OUTCOMES.map(outcome => firstRun[outcome])],
      [`${name}, now`, countOutcomes(now)],
    ]),
    ['total, now', countOutcomes(heldOut)] as const,
  ]
  printTable(
    ['kind', ...OUTCOMES],
    rows.map(([kind, counts]) => [kind, ...counts.map(String)]),
  )
  printTable(
    ['held-out set', ...OUTCOMES],
    heldOutRows.map(([name, counts]) => [name, ...counts.map(String)]),
  )
  const [, missed = 0, , falseAlarms = 0, rewrites = 0] = countOutcomes([...judged, ...heldOut])
  return {
    tables: [
      {
        name: 'meaning',
        headings: ['kind', ...OUTCOMES],
        rows: rows.map(([kind, counts]): Cell[] => [kind, ...counts.map(count => amount(count))]),
      },
      {
        name: 'meaning, held out',
        headings: ['held-out set', ...OUTCOMES],
        rows: heldOutRows.map(([name, counts]): Cell[] => [name, ...counts.map(count => amount(count))]),
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
    data: { cases: judged.length + heldOut.length, missed },
  }
}

function countOutcomes(judged: readonly Judged[]): number[] {
  return OUTCOMES.map(wanted => judged.filter(({ outcome }) => outcome === wanted).length)
}

/** Prints a case whose outcome is not the wanted one. */
function listCase({ one, outcome, shown }: Judged): void {
  if (outcome === 'caught' || outcome === 'rightly passed') return
  console.log(`${outcome}: ${one.kind}: ${one.sentences.map(({ english }) => english).join(' ')} -> ${shown}`)
}
