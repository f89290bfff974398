import { writeFileSync } from 'node:fs'
import { finiteJson, type Report, shown } from './figures.ts'
import { printTable } from './isolated.ts'
import { limitOf } from './page.ts'

/** Runs a section in its own process: `node section-process.ts <section> <file for its report> [options]`. */
const [section = '', file = '', ...options] = process.argv.slice(2)
const bench: { run(options: string[]): Promise<Report | undefined> } = await import(
  new URL(`${section}.bench.ts`, import.meta.url).href
)
const report = await bench.run(options)
for (const { name, headings, rows } of report?.tables ?? []) {
  console.log(`\n${name}`)
  printTable(
    headings,
    rows.map(row => row.map(shown)),
  )
}
if (report) {
  console.log()
  printTable(
    ['aim', 'limit', 'measured'],
    report.aims.map(aim => [aim.aim, limitOf(aim), shown(aim.measured)]),
  )
  writeFileSync(file, finiteJson(report))
}
// A timer or socket left open by a section must not delay the next one.
process.exit()
