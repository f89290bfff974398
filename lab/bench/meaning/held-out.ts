import { readCases } from './cases.ts'
import type { OUTCOMES } from './judge.ts'

type Counts = Readonly<Record<(typeof OUTCOMES)[number], number>>

/**
 * Sets of cases written without reading the checks, with the outcomes of their first runs. The errors that a set
 * revealed were fixed afterwards, so only its first run measures the checks on unknown texts; later runs show whether
 * they got worse.
 */
export const HELD_OUT: readonly { name: string; firstRun: Counts }[] = [
  { name: 'first', firstRun: counts(66, 28, 197, 29, 1) },
  { name: 'second', firstRun: counts(19, 2, 59, 11, 0) },
  { name: 'third', firstRun: counts(15, 3, 58, 8, 0) },
  { name: 'fourth', firstRun: counts(9, 4, 45, 2, 0) },
]

export const readHeldOut = (name: string) => readCases(`held-out/${name}.txt`)

function counts(caught: number, missed: number, passed: number, alarms: number, rewrites: number): Counts {
  return { caught, missed, 'rightly passed': passed, 'false alarm': alarms, 'silent rewrite': rewrites }
}
