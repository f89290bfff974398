import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findingsTable, verdict } from './preflight/finding.ts'
import { preflightHere } from './preflight/open.ts'
import { orUsage } from './usage.ts'

const HELP = `npm run preflight

Says what a deployment needs, what is there, and what to do next. Reads only; exit code 1 if something is missing that the
deployment would fail without.`

const { values } = orUsage(HELP, () => parseArgs({ options: { help: { type: 'boolean', short: 'h' } } }))
if (values.help) console.log(HELP)
else {
  const findings = await preflightHere(join(import.meta.dirname, '..'))
  console.log(`${findingsTable(findings)}\n\n${verdict(findings)}`)
  process.exitCode = findings.some(({ state }) => state === 'missing') ? 1 : 0
}
