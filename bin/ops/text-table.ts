import { dateAndTime } from '../../lambdas/contract/time.ts'

/** A column: its heading and its cells; numbers are aligned right. */
export interface Column<Row> {
  heading: string
  cell: (row: Row) => string | number | undefined
}

/** Characters that take two columns in a terminal: Hangul, Han, kana, full-width forms, emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u
/** Characters that could move the terminal's cursor or change the text direction; titles come from users. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The text without characters that could act on a terminal; line breaks stay. */
export function printable(text: string): string {
  return text.replace(UNSAFE, sign => (sign === '\n' ? sign : ' '))
}

const LONGEST = 60

/** Width of a text in terminal columns. */
export function measureWidth(text: string): number {
  return [...text].reduce((width, sign) => width + (WIDE.test(sign) ? 2 : 1), 0)
}

/** Formats rows in aligned columns, also with Korean text; `None.` without rows. */
export function textTable<Row>(columns: Column<Row>[], rows: Row[]): string {
  if (rows.length === 0) return 'None.'
  const cells = rows.map(row => columns.map(({ cell }) => shown(cell(row))))
  const widths = columns.map(({ heading }, index) =>
    Math.max(measureWidth(heading), ...cells.map(row => measureWidth(row[index]?.text ?? ''))),
  )
  const line = (row: { text: string; isFigure: boolean }[]) =>
    row
      .map(({ text, isFigure }, index) => {
        const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - measureWidth(text)))
        return isFigure ? space + text : text + space
      })
      .join('  ')
      .trimEnd()
  const headings = columns.map(({ heading }, index) => ({
    text: heading,
    isFigure: cells[0]?.[index]?.isFigure ?? false,
  }))
  return [line(headings), widths.map(width => '-'.repeat(width)).join('  '), ...cells.map(line)].join('\n')
}

function shown(value: string | number | undefined): { text: string; isFigure: boolean } {
  if (typeof value === 'number') return { text: value.toLocaleString('en-US'), isFigure: true }
  const signs = [...(value ?? '').replace(UNSAFE, ' ')]
  return { text: signs.length > LONGEST ? `${signs.slice(0, LONGEST - 1).join('')}…` : signs.join(''), isFigure: false }
}

/** `2026.03.14 14:09:26` in Korean time; empty for undefined. */
export function moment(iso: string | undefined): string {
  if (iso === undefined) return ''
  const { date, time } = dateAndTime(iso)
  return `${date} ${time}`
}
