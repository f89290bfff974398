import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { orUsage, WrongArgument } from '../../bin/usage.ts'
import { finiteJson, isMet, shown } from './figures.ts'
import { limitOf, type Run, writtenPages } from './page.ts'
import { runSection, SECTIONS } from './sections.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = ['docs/performance.md', 'docs/subtitle-rules.md']
const HELP = `npm run bench -- [section] [--page] [--quick] [files of the section]

Without a section, all of these run, one after the other, each in its own process: ${SECTIONS.join(', ')}.
--page     writes docs/performance.md and docs/subtitle-rules.md
--quick    a shorter run, whose figures are not for publication
Every number is written to .jamak/bench-<section>.json.`

const { sections, isPage, options } = orUsage(HELP, () => {
  const flag = { type: 'boolean', default: false } as const
  const { values, positionals } = parseArgs({ options: { page: flag, quick: flag }, allowPositionals: true })
  const [name, ...files] = positionals
  const asked = SECTIONS.filter(section => name === undefined || section === name)
  if (asked.length === 0) throw new WrongArgument(`There is no section ${name}.`)
  if (values.page && values.quick) throw new WrongArgument('A quick run writes no page.')
  return { sections: asked, isPage: values.page, options: [...(values.quick ? ['--quick'] : []), ...files] }
})

const summary: string[] = []
for (const section of sections) {
  if (sections.length > 1) console.log(`\n=== ${section}\n`)
  const { exitCode, run } = await runSection(section, options)
  if (run) keep(section, run)
  else if (exitCode !== 0) summary.push(`FAILED  ${section}: no figures`)
  for (const aim of run?.report.aims ?? [])
    if (!isMet(aim))
      summary.push(
        `${aim.isBudget ? 'OVER BUDGET' : 'missed'}  ${section}: ${aim.aim}: ${shown(aim.measured)}, ${limitOf(aim)}`,
      )
  process.exitCode ||= exitCode
}
console.log(['', ...summary].join('\n'))

/** Writes the JSON of a section's run, and its tables if wanted. */
function keep(section: string, run: Run): void {
  const folder = join(ROOT, '.jamak')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `bench-${section}.json`), `${finiteJson(run, 2)}\n`)
  if (!isPage) return
  const pages = new Map(PAGES.map(path => [path, readFileSync(join(ROOT, path), 'utf8')]))
  for (const [path, text] of writtenPages(pages, section, run)) writeFileSync(join(ROOT, path), text)
}
