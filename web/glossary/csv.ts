import { faultOfTerm, type GlossaryTerm, TERM_LENGTHS, termKey, tidyTerm } from '../../lambdas/contract/glossary.ts'
import { GLOSSARY } from './texts.ts'

/** Largest file in bytes: four times 500 terms with the longest texts. */
export const MOST_FILE_BYTES = 1024 ** 2

/** A line that cannot be imported, and why. */
export interface LineFault {
  /** From 1. */
  line: number
  /** The English of the line, to recognise it by. */
  english: string
  text: string
}

/** Importable terms of a file, and the faults of its other lines. */
export interface ReadTerms {
  terms: GlossaryTerm[]
  faults: LineFault[]
}

/** Decodes a CSV file. Korean spreadsheets write UTF-8 or, by an old default, EUC-KR. */
export function decodeFile(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('euc-kr').decode(bytes)
  }
}

/**
 * Reads English, Korean and an optional note from the first three cells of each line (RFC 4180, separated by commas or,
 * as spreadsheets copy, tabs). Skips a heading and empty lines; of two lines with the same English the first counts.
 */
export function readTerms(text: string): ReadTerms {
  const terms = new Map<string, { term: GlossaryTerm; line: number }>()
  const faults: LineFault[] = []
  for (const [n, { line, cells, isOpen }] of parseRecords(text).entries()) {
    const [english = '', korean = '', note = ''] = cells
    const term = tidyTerm({ english, korean, note })
    if (cells.every(cell => cell.trim() === '') || (n === 0 && isHeading(term))) continue
    const before = terms.get(termKey(term.english))
    const fault = isOpen
      ? GLOSSARY.lineQuote
      : cells.length < 2
        ? GLOSSARY.lineEmpty
        : (faultOfTerm(term) ?? (before && GLOSSARY.lineTwice(before.line)))
    if (fault) faults.push({ line, english: term.english.slice(0, TERM_LENGTHS.english), text: fault })
    else terms.set(termKey(term.english), { term, line })
  }
  return { terms: [...terms.values()].map(({ term }) => term), faults }
}

/** Writes the terms as a CSV file that spreadsheets in any language can open. */
export function writeTerms(terms: readonly GlossaryTerm[]): string {
  const rows = [
    ['english', 'korean', 'note'],
    ...terms.map(({ english, korean, note = '' }) => [english, korean, note]),
  ]
  return `\ufeff${rows.map(row => row.map(formatCell).join(',')).join('\r\n')}\r\n`
}

function formatCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function isHeading({ english, korean }: GlossaryTerm): boolean {
  return /^(?:english|영어|원문|term)$/iu.test(english) && /^(?:korean|한국어|번역|용어)$/iu.test(korean)
}

interface CsvRecord {
  /** Line on which it begins, counted from 1. */
  line: number
  cells: string[]
  /** True if a quotation mark was never closed. */
  isOpen: boolean
}

function parseRecords(text: string): CsvRecord[] {
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const separator = detectSeparator(source)
  const records: CsvRecord[] = []
  let [line, at] = [1, 0]
  while (at < source.length) {
    const record: CsvRecord = { line, cells: [], isOpen: false }
    for (;;) {
      const cell = source[at] === '"' ? quotedCell(source, at, separator) : plainCell(source, at, separator)
      record.cells.push(cell.text)
      line += cell.lines
      at = cell.end
      if (cell.isOpen) record.isOpen = true
      if (source[at] !== separator) break
      at += 1
    }
    // End of the line.
    at += 1
    line += 1
    records.push(record)
  }
  return records
}

function detectSeparator(source: string): string {
  const [first = ''] = source.split('\n', 1)
  return first.includes('\t') && !first.includes(',') ? '\t' : ','
}

interface Cell {
  text: string
  /** Index after it. */
  end: number
  /** Line breaks within it. */
  lines: number
  isOpen: boolean
}

function plainCell(source: string, from: number, separator: string): Cell {
  let end = from
  while (end < source.length && source[end] !== separator && source[end] !== '\n') end += 1
  return { text: source.slice(from, end), end, lines: 0, isOpen: false }
}

/** A quoted cell, which may contain the separator, line breaks and doubled quotation marks. */
function quotedCell(source: string, from: number, separator: string): Cell {
  let [text, at] = ['', from + 1]
  for (;;) {
    const close = source.indexOf('"', at)
    if (close < 0) {
      // Only up to the end of this line, because the following lines are most likely intact.
      const lineEnd = source.indexOf('\n', from)
      const end = lineEnd < 0 ? source.length : lineEnd
      return { text: source.slice(from + 1, end), end, lines: 0, isOpen: true }
    }
    text += source.slice(at, close)
    if (source[close + 1] !== '"') {
      let end = close + 1
      while (end < source.length && source[end] !== separator && source[end] !== '\n') end += 1
      return { text: text + source.slice(close + 1, end), end, lines: text.split('\n').length - 1, isOpen: false }
    }
    text += '"'
    at = close + 2
  }
}
