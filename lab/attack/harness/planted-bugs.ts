import type { FunctionName } from '../../../lambdas/contract/functions.ts'

/** A bug that the harness must detect: a replacement in one file of one or more functions. */
export interface PlantedBug {
  /** Functions that get the bug. */
  functions: FunctionName[]
  file: string
  /** Text to replace, wherever it occurs in the file, and its replacement. */
  from: string
  to: string
}

export const PLANTED_BUGS = {
  'a refund left out': {
    functions: ['refund'],
    file: 'lambdas/records/ledger/charge.ts',
    from: 'amount: refunded, note: entry.title, comesBack: true',
    to: 'amount: 0, note: entry.title',
  },
  'a mark set before its email': {
    functions: ['notify'],
    file: 'lambdas/email/send-owed.ts',
    from: 'await deps.sendEmail(composed.email)',
    to: 'await closeEmail(tables, leased)\n      await deps.sendEmail(composed.email)',
  },
  'a credit without its movement': {
    functions: ['payment'],
    file: 'lambdas/records/ledger/balance.ts',
    from: 'condition), ...rows, ...paid.writes]',
    to: 'condition), ...paid.writes]',
  },
} as const satisfies Record<string, PlantedBug>

export type BugName = keyof typeof PLANTED_BUGS
export const isBug = (name: string): name is BugName => Object.hasOwn(PLANTED_BUGS, name)
