import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = join(ROOT, 'docs/performance.md')

/** A line of docs/performance.md. */
export interface Figure {
  figure: string
  measured: string
  /** What it is compared with, measured in the same run where that is possible. */
  reference: string
  limit: string
  /** What it means for a person. */
  means: string
}

/**
 * Writes a section's figures as JSON beside the data (`.jamak/bench-<section>.json`) and, where `isPage`, into the section
 * of docs/performance.md, between `<!-- section -->` and `<!-- /section -->`. Throws where a number is NaN or infinite.
 */
export function writeFigures(section: string, figures: readonly Figure[], json: object, isPage: boolean): void {
  const file = join(ROOT, '.jamak', `bench-${section}.json`)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, `${JSON.stringify(json, finite, 2)}\n`)
  console.log(`\n${file}`)
  if (!isPage) return
  const text = readFileSync(PAGE, 'utf8')
  writeFileSync(PAGE, withSection(text, section, figures))
  console.log(PAGE)
}

/** The page with the table of a section replaced. */
export function withSection(text: string, section: string, figures: readonly Figure[]): string {
  const rows = figures.map(({ figure, measured, reference, limit, means }) => {
    return [figure, measured, reference, limit, means]
  })
  return withTable(text, section, [['figure', 'measured', 'reference', 'limit', 'what it means'], ...rows])
}

/** The page with a table, its headings first, between `<!-- section -->` and `<!-- /section -->`. Throws where a number is NaN or infinite. */
export function withTable(text: string, section: string, rows: readonly (readonly string[])[]): string {
  const [begin, end] = [`<!-- ${section} -->`, `<!-- /${section} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The page has no section ${section}.`)
  const [headings = '', ...others] = rows.map(row => `| ${row.map(cell => cell.replaceAll('|', '/')).join(' | ')} |`)
  const table = [headings, `|${'---|'.repeat(rows[0]?.length ?? 0)}`, ...others]
  if (/\bNaN\b|Infinity/.test(table.join())) throw new Error(`A figure of ${section} is not a number.`)
  return `${text.slice(0, from + begin.length)}\n${table.join('\n')}\n${text.slice(to)}`
}

function finite(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${name} is ${value}.`)
  return value
}
