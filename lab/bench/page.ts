import { type Aim, isMet, type Report, shown } from './figures.ts'

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

/** Returns the pages, by path, with a section's new tables. Throws if no page has the marks of a table. */
export function writtenPages(pages: ReadonlyMap<string, string>, section: string, run: Run): Map<string, string> {
  const written = new Map(pages)
  const put = (name: string, text: string) => {
    const page = [...written].find(([, each]) => each.includes(`<!-- ${name} -->`))
    if (!page) throw new Error(`No page has the marks of ${name}.`)
    written.set(page[0], between(page[1], name, text))
  }
  const { tables, aims } = run.report
  for (const { name, headings, rows } of tables)
    put(name, markdownTable([headings, ...rows.map(row => row.map(shown))]))
  put(`${section} aims`, [circumstances(run), '', markdownTable([AIM_HEADINGS, ...aimRows(aims)])].join('\n'))
  return written
}

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. */
function between(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (to < from) throw new Error(`The page has no section ${name}.`)
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`
}

function markdownTable([headings = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '/')).join(' | ')} |`
  return [line(headings), `|${'---|'.repeat(headings.length)}`, ...rows.map(line)].join('\n')
}

const AIM_HEADINGS = ['aim', 'limit', 'measured', 'result']

function aimRows(aims: readonly Aim[]): string[][] {
  const said = new Set<string>()
  return aims.map(one => {
    const { aim, ifMissed, measured } = one
    if (isMet(one)) return [aim, limitOf(one), shown(measured), 'met']
    const reason = said.has(ifMissed) ? ', as above' : `. ${ifMissed}`
    said.add(ifMissed)
    return [aim, limitOf(one), shown(measured), `**missed**${reason}`]
  })
}

/** The limits of an aim, in words. */
export function limitOf({ measured: { unit, digits }, atMost, atLeast }: Aim): string {
  const show = (limit: number) => shown({ value: limit, unit, digits: Number.isInteger(limit) ? 0 : digits })
  return [
    ...(atMost === undefined ? [] : [`at most ${show(atMost)}`]),
    ...(atLeast === undefined ? [] : [`at least ${show(atLeast)}`]),
  ].join(', ')
}

/** When and where the run took place, and whether the machine was otherwise idle. */
function circumstances({ seconds, cores, at, busyBefore }: Run): string {
  const busy = `${(busyBefore * 100).toFixed(0)} %`
  return `One run of ${seconds.toFixed(0)} s on ${cores} cores, ${at.slice(0, 10)}; other work used ${busy} of them just before.`
}
