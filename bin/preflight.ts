import { join } from 'node:path'
import { findingsTable, verdict } from './preflight/finding.ts'
import { preflightHere } from './preflight/open.ts'

// npm run preflight: what a deployment needs, what is there, and what to do next. Reads only; exit code 1 where something
// is missing that the deployment would fail without.
const findings = await preflightHere(join(import.meta.dirname, '..'))
console.log(`${findingsTable(findings)}\n\n${verdict(findings)}`)
process.exitCode = findings.some(({ state }) => state === 'missing') ? 1 : 0
