import { textTable } from '../ops/text-table.ts'
import type { Violation } from './shop.ts'

interface Row {
  directive: string
  what: string
  allow: string
  times: number
}

/** Each kind of violation once, with the policy entry that would allow it. */
export function violationsTable(violations: Violation[]): string {
  const rows = new Map<string, Row>()
  for (const { directive, what, sample } of violations) {
    const host = hostOf(what)
    const shown = host ?? (sample ? `${what}: ${sample}` : what)
    const key = `${directive} ${host ?? what}`
    const row = rows.get(key) ?? { directive, what: shown, allow: advice(directive, what, host), times: 0 }
    rows.set(key, { ...row, times: row.times + 1 })
  }
  return textTable<Row>(
    [
      { heading: 'directive', cell: row => row.directive },
      { heading: 'refused', cell: row => row.what },
      { heading: 'times', cell: row => row.times },
      { heading: 'to allow it', cell: row => row.allow },
    ],
    [...rows.values()].sort((left, right) => left.directive.localeCompare(right.directive)),
  )
}

function hostOf(what: string): string | undefined {
  return URL.canParse(what) && /^https?:$/.test(new URL(what).protocol) ? new URL(what).host : undefined
}

function advice(directive: string, what: string, host: string | undefined): string {
  // Browsers report the more specific directives; the policy has these two.
  const stated = directive.replace(/-(elem|attr)$/, '')
  if (stated === 'script-src' && host === undefined) return 'nothing: ask Toss why its script needs it'
  if (host === undefined) return `${stated} ${what === 'inline' ? "'unsafe-inline'" : `${what}:`}`
  const isToss = /(^|\.)(tosspayments\.com|toss\.im)$/.test(host)
  return isToss ? `${stated} https://${host}` : `ask Toss; then ${stated} https://${host}`
}
