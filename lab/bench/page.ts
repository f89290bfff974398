import { type Aim, type Cell, isMet, type Report, spreadOf, type Table } from './figures.ts'

/** One run of a section. */
export interface Run {
  /** Start of the run, as ISO 8601. */
  at: string
  /** Seconds that its process took. */
  seconds: number
  /** Share of the cores used by other work just before, 0 to 1. */
  busyBefore: number
  cores: number
  report: Report
}

/**
 * Writes a section's tables, with all of its runs, into the pages, given by path in `pages`. Throws if no page has a
 * table's marks.
 */
export function writtenPages(
  pages: ReadonlyMap<string, string>,
  section: string,
  runs: readonly Run[],
): Map<string, string> {
  const written = new Map(pages)
  const put = (name: string, text: string) => {
    const page = [...written].find(([, each]) => each.includes(`<!-- ${name} -->`))
    if (!page) throw new Error(`No page has the marks of ${name}.`)
    written.set(page[0], between(page[1], name, text))
  }
  const reports = runs.map(({ report }) => report)
  for (const { name, headings } of reports.at(-1)?.tables ?? []) {
    const same = reports.flatMap(report => report.tables.filter(table => table.name === name))
    put(name, markdownTable([headings, ...mergedRows(same)]))
  }
  const aims = aimRows(reports)
  put(
    `${section} aims`,
    [circumstances(runs), ...(aims.length > 0 ? ['', markdownTable([AIM_HEADINGS, ...aims])] : [])].join('\n'),
  )
  return written
}

/**
 * Replaces the text between `<!-- name -->` and `<!-- /name -->`. Throws if it contains a figure that is not a number.
 */
export function between(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The page has no section ${name}.`)
  if (/\bNaN\b|Infinity|∞|\bundefined\b/.test(text)) throw new Error(`A figure of ${name} is not a number.`)
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`
}

export function markdownTable([headings = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '/')).join(' | ')} |`
  return [line(headings), `|${'---|'.repeat(headings.length)}`, ...rows.map(line)].join('\n')
}

/** Merges the rows of several runs, matched by name, and their figures by column. Of texts, the last run's is kept. */
function mergedRows(tables: readonly Table[]): string[][] {
  const nameOf = ([name = '']: readonly Cell[]) => (typeof name === 'string' ? name : spreadOf([name]))
  const names = new Set(tables.flatMap(({ rows }) => rows.map(nameOf)))
  return [...names].map(name => {
    const rows = tables.flatMap(table => table.rows.filter(row => nameOf(row) === name))
    return (rows.at(-1) ?? []).map((_, column) => mergedCell(rows.flatMap(row => row[column] ?? [])))
  })
}

/** A value missing in some runs is shown from the runs that have it. */
function mergedCell(cells: readonly Cell[]): string {
  const amounts = cells.flatMap(cell => (typeof cell === 'string' ? [] : [cell]))
  return amounts.length > 0 ? spreadOf(amounts) : cells.findLast(cell => typeof cell === 'string') || '-'
}

const AIM_HEADINGS = ['aim', 'limit', 'measured', 'result']

function aimRows(reports: readonly Report[]): string[][] {
  const said = new Set<string>()
  return mergedAims(reports).map(({ aim, limit, measured, missed, runs, ifMissed }) => {
    if (missed === 0) return [aim, limit, measured, 'met']
    const verdict = missed === runs ? 'missed' : `missed in ${missed} of ${runs} runs`
    const reason = said.has(ifMissed) ? ', as above' : `. ${ifMissed}`
    said.add(ifMissed)
    return [aim, limit, measured, `**${verdict}**${reason}`]
  })
}

export interface MergedAim {
  aim: string
  limit: string
  measured: string
  /** Number of runs that missed it, and of all runs. */
  missed: number
  runs: number
  ifMissed: string
  /** True if the bench fails when the target is missed. */
  isBudget: boolean
}

/** Merges the targets of several runs, matched by name. */
export function mergedAims(reports: readonly Report[]): MergedAim[] {
  const all = reports.flatMap(({ aims }) => aims)
  return [...new Set(all.map(({ aim }) => aim))].flatMap(name => {
    const same = all.filter(({ aim }) => aim === name)
    const last = same.at(-1)
    if (!last) return []
    const missed = same.filter(each => !isMet(each)).length
    const measured = spreadOf(same.map(each => each.measured))
    const { ifMissed, isBudget = false } = last
    return [{ aim: name, limit: limitOf(last), measured, missed, runs: same.length, ifMissed, isBudget }]
  })
}

function limitOf({ measured: { unit, digits }, atMost, atLeast }: Aim): string {
  const show = (limit: number) => spreadOf([{ value: limit, unit, digits: Number.isInteger(limit) ? 0 : digits }])
  return [
    ...(atMost === undefined ? [] : [`at most ${show(atMost)}`]),
    ...(atLeast === undefined ? [] : [`at least ${show(atLeast)}`]),
  ].join(', ')
}

/** When and where the runs took place, and whether the machine was otherwise idle. */
function circumstances(runs: readonly Run[]): string {
  const [first] = runs
  const seconds = runs.map(run => run.seconds.toFixed(0)).join(' and ')
  const busy = runs.map(run => `${(run.busyBefore * 100).toFixed(0)} %`).join(' and ')
  const days = [...new Set(runs.map(({ at }) => at.slice(0, 10)))].join(', ')
  return `${runs.length === 1 ? 'One run' : `${runs.length} runs`} of ${seconds} s on ${first?.cores} cores, ${days}; other work used ${busy} of them just before.`
}
