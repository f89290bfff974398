import { readTimestamp } from '../format/timestamp.ts'
import { scaleOf } from './json.ts'
import type { RawCue } from './source.ts'

/** Columns by their headings, in the tables of Whisper (TSV), whisper.cpp and Premiere (CSV) and of people. */
const COLUMNS = {
  start: /^(?:start|begin|in|from|시작)(?:[ _-]?(?:time|timecode|tc|시간))?$/i,
  end: /^(?:end|stop|out|to|끝|종료)(?:[ _-]?(?:time|timecode|tc|시간))?$/i,
  text: /^(?:text|transcript|transcription|subtitles?|captions?|dialogue|자막|대사|내용)$/i,
  speaker: /^(?:speaker|speaker[ _-]name|name|화자|이름)$/i,
}
/** The labels of Audacity have no headings. */
const LABELS = /^\d+\.\d+\t\d+\.\d+\t/

/** Reads a table of times and texts, divided by tabs, commas or semicolons; undefined for any other text. */
export function readTable(source: string, frameRate: number): RawCue[] | undefined {
  const head = LABELS.test(source) ? 'start\tend\ttext\n' : ''
  const first = /^[^\r\n]*/.exec(head || source)?.[0] ?? ''
  const divider = ['\t', ';', ','].find(sign => first.includes(sign))
  if (divider === undefined) return undefined
  const [names = [], ...rows] = rowsOf(head + source, divider)
  const columns = names.map(name => name.trim())
  const column = (pattern: RegExp) => columns.findIndex(name => pattern.test(name))
  const [start, end, text, speaker] = [COLUMNS.start, COLUMNS.end, COLUMNS.text, COLUMNS.speaker].map(column)
  if (start === undefined || start < 0 || text === undefined || text < 0) return undefined
  const time = (row: readonly string[], at = -1) => {
    const value = row[at]?.trim() ?? ''
    return { clock: readTimestamp(value, frameRate), number: /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined }
  }
  const spans = rows.map(row => ({ start: time(row, start), end: time(row, end) }))
  const scale = scaleOf(spans.map(span => ({ start: span.start.number, end: span.end.number })))
  return rows.flatMap((row, i): RawCue[] => {
    const ms = ({ clock, number }: ReturnType<typeof time>) =>
      clock ?? (number === undefined ? undefined : Math.round(number * scale))
    const span = spans[i]
    const startMs = span && ms(span.start)
    const pieces = [{ text: row[text] ?? '', speaker: row[speaker ?? -1]?.trim() || undefined }]
    const endMs = (span && ms(span.end)) ?? Number.POSITIVE_INFINITY
    return [{ startMs: startMs ?? 0, endMs, pieces, line: i + 2, isTimed: startMs !== undefined }]
  })
}

/** Divides a table into cells, of which those in quotation marks may have dividers, line ends and doubled marks. */
function rowsOf(source: string, divider: string): string[][] {
  const rows: string[][] = [[]]
  const cell = new RegExp(`(?:"((?:[^"]|""){0,9999})"|([^${divider}\\r\\n]*))(${divider}|\\r\\n|[\\r\\n]|$)`, 'y')
  while (cell.lastIndex < source.length) {
    const found = cell.exec(source)
    if (!found) break
    const [, quoted, bare = '', end] = found
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end !== divider && cell.lastIndex < source.length) rows.push([])
  }
  return rows
}
