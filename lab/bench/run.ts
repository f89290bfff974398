import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finiteJson, type Report } from './figures.ts'
import { printTable } from './isolated.ts'
import { between, markdownTable, mergedAims, type Run, writtenPages } from './page.ts'
import { type Ended, runSection, SECTIONS } from './sections.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = ['docs/performance.md', 'docs/subtitle-rules.md']
const HELP = `npm run bench -- [section … | all] [--runs 2] [--page] [options of the section]

Without a section, all of these run, one after the other, each in its own process: ${SECTIONS.join(', ')}.
--runs 2   runs every section this many times
--page     writes docs/performance.md and docs/subtitle-rules.md
--quick    a shorter run, whose figures are not for publication
Every number of every run is written to .jamak/bench-<section>.json.`

const HEADINGS = ['section', 'seconds of each run', 'aims met', 'missed']

async function bench(args: readonly string[]): Promise<void> {
  const { sections, rounds, isPage, options } = parsed(args)
  if (sections.length === 0 || (isPage && options.includes('--quick')) || !(rounds > 0)) {
    console.error(HELP)
    process.exitCode = 2
    return
  }
  const ended: Ended[] = []
  for (let round = 1; round <= rounds; round += 1)
    for (const section of sections) {
      if (sections.length * rounds > 1) console.log(`\n=== ${section}, run ${round} of ${rounds}\n`)
      const one = await oneRun(section, options)
      const isKept = keep(section, runsOf([...ended, one], section), isPage)
      ended.push(isKept ? one : { ...one, exitCode: 1 })
    }
  summarize(ended, sections)
  if (isPage && sections.length === SECTIONS.length) writeRound(ended)
  if (ended.some(({ exitCode }) => exitCode !== 0)) process.exitCode = ended.length > 1 ? 1 : ended[0]?.exitCode
}

/** Runs one section. A failure, even before it begins, does not stop the others. */
async function oneRun(section: string, options: readonly string[]): Promise<Ended> {
  try {
    return await runSection(section, options)
  } catch (error) {
    console.error(`${section} failed:`, error)
    return { section, seconds: 0, exitCode: 1 }
  }
}

/** Section names come before the first option. */
function parsed(args: readonly string[]) {
  const names: readonly string[] = SECTIONS
  const asked: string[] = []
  const rest = [...args]
  while (rest[0] !== undefined && (names.includes(rest[0]) || rest[0] === 'all')) asked.push(rest.shift() ?? '')
  const isUnknown = asked.length === 0 && rest[0] !== undefined && !rest[0].startsWith('--')
  const sections = isUnknown ? [] : asked.length === 0 || asked.includes('all') ? [...SECTIONS] : asked
  const runsAt = rest.indexOf('--runs')
  const rounds = runsAt < 0 ? 1 : Number(rest.splice(runsAt, 2)[1])
  const isPage = rest.includes('--page')
  return { sections, rounds, isPage, options: rest.filter(option => option !== '--page') }
}

function runsOf(ended: readonly Ended[], section: string): Run[] {
  return ended.flatMap(one => (one.section === section && one.run ? [one.run] : []))
}

function reportsOf(ended: readonly Ended[], section: string): Report[] {
  return runsOf(ended, section).map(({ report }) => report)
}

/** Writes the JSON of a section's runs, and its tables if `isPage`. Returns false on failure. */
function keep(section: string, runs: readonly Run[], isPage: boolean): boolean {
  if (runs.length === 0) return true
  try {
    const folder = join(ROOT, '.jamak')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `bench-${section}.json`), `${finiteJson({ runs }, 2)}\n`)
    if (!isPage) return true
    const pages = new Map(PAGES.map(path => [path, readFileSync(join(ROOT, path), 'utf8')]))
    for (const [path, text] of writtenPages(pages, section, runs)) writeFileSync(join(ROOT, path), text)
    return true
  } catch (error) {
    console.error(`${section} is not written:`, error)
    return false
  }
}

function rowsOf(ended: readonly Ended[], sections: readonly string[]): string[][] {
  return sections.map(section => {
    const own = ended.filter(one => one.section === section)
    const seconds = own
      .map(one => `${one.seconds.toFixed(0)}${one.run || one.exitCode === 0 ? '' : ' (failed)'}`)
      .join(', ')
    const aims = mergedAims(reportsOf(ended, section))
    const missed = aims.filter(aim => aim.missed > 0)
    return [
      section,
      seconds,
      `${aims.length - missed.length} of ${aims.length}`,
      missed.map(({ aim }) => aim).join('; '),
    ]
  })
}

function summarize(ended: readonly Ended[], sections: readonly string[]): void {
  console.log()
  printTable(
    HEADINGS.slice(0, 3),
    rowsOf(ended, sections).map(row => row.slice(0, 3)),
  )
  const total = ended.reduce((sum, { seconds }) => sum + seconds, 0)
  console.log(`\n${(total / 60).toFixed(1)} minutes in all`)
  for (const { section, run, exitCode } of ended)
    if (!run && exitCode !== 0) console.log(`FAILED  ${section}: exit code ${exitCode}, no figures`)
  for (const section of sections)
    for (const { aim, limit, measured, missed, isBudget } of mergedAims(reportsOf(ended, section)))
      if (missed > 0) console.log(`${isBudget ? 'OVER BUDGET' : 'missed'}  ${section}: ${aim}: ${measured}, ${limit}`)
}

/** Writes the overview of all sections into the first page. */
function writeRound(ended: readonly Ended[]): void {
  const path = join(ROOT, PAGES[0] ?? '')
  const table = markdownTable([HEADINGS, ...rowsOf(ended, SECTIONS)])
  writeFileSync(path, between(readFileSync(path, 'utf8'), 'round', table))
  console.log(path)
}

if (process.argv[2] === '--help') console.log(HELP)
else await bench(process.argv.slice(2))
