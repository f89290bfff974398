import { writeFileSync } from 'node:fs'
import { finiteJson, type Report } from './figures.ts'

/** Runs a section in its own process: `node section-process.ts <section> <file for its report> [options]`. */
const [section = '', file = '', ...options] = process.argv.slice(2)
const bench: { run(options: string[]): Promise<Report | undefined> } = await import(
  new URL(`${section}.bench.ts`, import.meta.url).href
)
const report = await bench.run(options)
if (report) writeFileSync(file, finiteJson(report))
// A timer or socket left open by a section must not delay the next one.
process.exit()
