import * as z from 'zod'

/** The unit of ratios, written without a space: 1.2x. */
export const TIMES = 'x'

const amountSchema = z.object({ value: z.number(), unit: z.string(), digits: z.number() })
/** A measured number, its unit (empty if the heading has it) and its decimal places. */
export type Amount = z.infer<typeof amountSchema>

const cellSchema = z.union([z.string(), amountSchema])
export type Cell = z.infer<typeof cellSchema>

const tableSchema = z.object({ name: z.string(), headings: z.array(z.string()), rows: z.array(z.array(cellSchema)) })
/** A table of a page, between `<!-- name -->` and `<!-- /name -->`. */
export type Table = z.infer<typeof tableSchema>

const aimSchema = z.object({
  aim: z.string(),
  measured: amountSchema,
  atMost: z.number().optional(),
  atLeast: z.number().optional(),
  /** The reason and the next step, one sentence each. */
  ifMissed: z.string(),
  /** True if the bench fails when the target is missed. */
  isBudget: z.boolean().optional(),
})
export type Aim = z.infer<typeof aimSchema>

/** The report of one run of a section. */
export const reportSchema = z.object({
  tables: z.array(tableSchema),
  aims: z.array(aimSchema),
  /** Every number, for a closer look. */
  data: z.record(z.string(), z.unknown()),
})
export type Report = z.infer<typeof reportSchema>

export function amount(value: number, unit = '', digits = 0): Amount {
  return { value, unit, digits }
}

/** Serializes a value as JSON. Throws if a number is NaN or infinite, which JSON would write as null. */
export function finiteJson(value: unknown, space?: number): string {
  const finite = (name: string, each: unknown): unknown => {
    if (typeof each === 'number' && !Number.isFinite(each)) throw new Error(`${name} is ${each}.`)
    return each
  }
  return JSON.stringify(value, finite, space)
}

/** True if this run meets the target, judged by the figure as displayed. */
export function isMet({ measured, atMost, atLeast }: Aim): boolean {
  const shown = Number(measured.value.toFixed(measured.digits))
  return shown <= (atMost ?? Number.POSITIVE_INFINITY) && shown >= (atLeast ?? Number.NEGATIVE_INFINITY)
}

/** A cell as people read it: the number with its unit. */
export function shown(cell: Cell): string {
  if (typeof cell === 'string') return cell || '-'
  const { value, unit, digits } = cell
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: digits === 0 }
  return `${value.toLocaleString('en-US', options)}${unit === '' || unit === TIMES ? unit : ` ${unit}`}`
}
