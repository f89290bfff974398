import { readTimestamp } from '../format/timestamp.ts'
import { ASS, readMarkup } from './markup.ts'
import type { Note, RawCue } from './source.ts'

/** The fields of an event in ASS and, in another order, in SSA, until a `Format` line says otherwise. */
const USUAL_FIELDS = 'layer, start, end, style, name, marginl, marginr, marginv, effect, text'
/** A style at the top of the picture: alignment 7 to 9, or 5 to 7 in SSA. */
const TOP = { ass: /^[789]$/, ssa: /^[567]$/ }

/** Effects that Aegisub's templates write for a line of karaoke, and the comment that keeps the line itself. */
const MADE_BY_TEMPLATE = /^Dialogue:[^\r\n]*,fx,/m
const KARAOKE = /^Comment:[^\r\n]*,karaoke,/m

/** Reads the events of ASS and SSA. Comments, drawings and commands are left out and noted. */
export function readAss(source: string): { cues: RawCue[]; notes: Note[] } {
  const cues: RawCue[] = []
  const notes: Note[] = []
  let fields = USUAL_FIELDS.split(', ')
  let styleFields: string[] = []
  const topStyles = new Set<string>()
  let alignment = TOP.ass
  let section = '[events]'
  const isTemplated = MADE_BY_TEMPLATE.test(source) && KARAOKE.test(source)
  for (const [i, row] of source.split(/\r\n|\n|\r/).entries()) {
    const line = i + 1
    if (/^\s{0,9}\[[^\]]{1,40}\]\s{0,9}$/.test(row)) section = row.trim().toLowerCase()
    const colon = row.indexOf(':')
    const head = row.slice(0, Math.max(0, colon)).trim().toLowerCase()
    const rest = row.slice(colon + 1)
    if (head === 'scripttype') alignment = rest.trim().toLowerCase() === 'v4.00' ? TOP.ssa : TOP.ass
    if (head === 'format') {
      const names = rest.split(',').map(name => name.trim().toLowerCase())
      if (section === '[events]') fields = names
      else styleFields = names
    }
    if (head === 'style') {
      const values = rest.split(',')
      const at = (name: string) => values[styleFields.indexOf(name)]?.trim() ?? ''
      if (alignment.test(at('alignment'))) topStyles.add(at('name'))
    }
    if (head !== 'dialogue' && head !== 'comment') continue
    const values = splitFields(rest, fields.length)
    const at = (name: string) => values[fields.indexOf(name)]?.trim() ?? ''
    const isShown =
      isTemplated && /^(?:fx|karaoke)$/.test(at('effect')) ? at('effect') === 'karaoke' : head === 'dialogue'
    if (!isShown) {
      notes.push({ kind: 'comment', line, text: at('text') })
      continue
    }
    const startMs = readTimestamp(at('start'))
    const endMs = readTimestamp(at('end'))
    const start = startMs ?? cues.at(-1)?.endMs ?? 0
    const { pieces, place, notes: found } = readMarkup(at('text'), ASS, start)
    for (const note of found) notes.push({ ...note, line })
    // NTP is what Sub Station Alpha writes in place of a name.
    const speaker = [at('name'), at('actor')].find(name => name !== '' && name !== 'NTP')
    const shownAt = place ?? (topStyles.has(at('style')) ? 'top' : undefined)
    cues.push({
      ...{ startMs: start, endMs: endMs ?? start, line, place: shownAt },
      pieces: pieces.map(piece => ({ ...piece, speaker: piece.speaker ?? speaker })),
      isTimed: startMs !== undefined && endMs !== undefined,
    })
  }
  return { cues, notes }
}

/** Splits at the first commas; the text, the last field, may contain more. */
function splitFields(text: string, count: number): string[] {
  const values: string[] = []
  let from = 0
  for (let n = 1; n < count; n += 1) {
    const comma = text.indexOf(',', from)
    if (comma < 0) break
    values.push(text.slice(from, comma))
    from = comma + 1
  }
  values.push(text.slice(from))
  return values
}
