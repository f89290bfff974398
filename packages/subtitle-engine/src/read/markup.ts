import { readTimestamp } from '../format/timestamp.ts'
import { decodeEntities } from './entities.ts'
import type { NoteKind, Piece, Place } from './source.ts'

/** Which signs a dialect reads as markup. */
export interface Markup {
  /** Any tag, or only those that subtitles of that kind use, so that `<div>` in a talk about HTML stays. */
  tags: 'any' | 'known' | 'none'
  /** `{\an8}` and other override blocks of ASS; `comments`: also what other text is in braces. */
  overrides: 'none' | 'blocks' | 'comments'
  entities: boolean
}

export const SRT: Markup = { tags: 'known', overrides: 'comments', entities: true }
export const VTT: Markup = { tags: 'any', overrides: 'blocks', entities: true }
export const ASS: Markup = { tags: 'none', overrides: 'comments', entities: false }
export const HTML: Markup = { tags: 'any', overrides: 'none', entities: true }

const MARK = /<\/?([a-z]\w{0,9}|[\d:.]{4,15})?((?:[\s.][^<>]{0,400})?)\/?>|\{([^{}]{0,2000})\}|\\[Nnh]|\[br\]|\r?\n/gi
const KNOWN = new Set('b i u s em strong font span br c v lang ruby rt rp rb'.split(' '))
/** Tags that mark the spoken word in files that highlight it. */
const HIGHLIGHTS = new Set('b i u em strong font span c'.split(' '))

export interface MarkedText {
  pieces: Piece[]
  place?: Place | undefined
  notes: { kind: NoteKind; text: string }[]
}

/** State of a text while its markup is read. */
interface Pen {
  lit: number
  isColoured: boolean
  isDrawing: boolean
  isReading: boolean
  speaker: string | undefined
  startMs: number | undefined
  /** When the next syllable of a karaoke line begins. */
  syllableMs: number
  place: Place | undefined
}

/** Tags that a converter wrote with entities. */
const ESCAPED = /&lt;(\/?(?:[bius]|br|font)(?:\s[^&<>]{0,100})?\/?)&gt;/gi

/** Reads the markup inside a cue: tags, override blocks, drawings, comments, times of words and entities. */
export function readMarkup(source: string, markup: Markup, startMs: number): MarkedText {
  const text = markup.tags === 'known' && source.includes('&lt;') ? source.replace(ESCAPED, '<$1>') : source
  const marked: MarkedText = { pieces: [], notes: [] }
  const pen: Pen = {
    ...{ lit: 0, isColoured: false, isDrawing: false, isReading: false, syllableMs: startMs },
    ...{ speaker: undefined, startMs: undefined, place: undefined },
  }
  const put = (raw: string) => {
    const shown = markup.entities ? decodeEntities(raw) : raw
    if (shown === '') return
    if (pen.isDrawing || pen.isReading) {
      if (shown.trim() !== '') marked.notes.push({ kind: pen.isDrawing ? 'drawing' : 'reading', text: shown.trim() })
      return
    }
    const isLit = pen.lit > 0 || pen.isColoured
    marked.pieces.push({ text: shown, startMs: pen.startMs, speaker: pen.speaker, isLit })
    if (shown.trim() !== '') pen.startMs = undefined
  }
  let from = 0
  for (const found of text.matchAll(MARK)) {
    const [mark, tag, rest, block] = found
    const isRead = isMarkup(mark, tag, block, markup)
    if (!isRead) continue
    put(text.slice(from, found.index))
    from = found.index + mark.length
    if (block !== undefined) readBlock(block, pen, marked)
    else if (mark.startsWith('<')) readTag(mark, (tag ?? '').toLowerCase(), rest ?? '', pen, put)
    else put(mark.endsWith('h') ? ' ' : '\n')
  }
  put(text.slice(from))
  marked.place = pen.place
  return marked
}

function isMarkup(mark: string, tag: string | undefined, block: string | undefined, markup: Markup): boolean {
  if (mark.endsWith('\n')) return true
  // YouTube's SBV.
  if (mark.startsWith('[')) return markup.tags === 'known'
  if (block !== undefined) {
    if (markup.overrides === 'none') return false
    return (
      block.startsWith('\\') ||
      OLD_TAG.test(block) ||
      (markup.overrides === 'comments' && (markup.tags === 'none' || !isCode(block)))
    )
  }
  if (mark.startsWith('<'))
    return (
      markup.tags === 'any' ||
      (markup.tags === 'known' && (KNOWN.has(tag?.toLowerCase() ?? '') || /^\d/.test(tag ?? '')))
    )
  return markup.overrides === 'comments' && (markup.tags === 'none' || mark === '\\N')
}

/** `{b}` and `{/i}`, which are tags in some old files. */
const OLD_TAG = /^\/?[biu]$/i

/** Code in braces, as opposed to a comment: one word without spaces, or signs that sentences do not have. */
function isCode(block: string): boolean {
  const text = block.trim()
  return (
    /^(?:[\w$.@/-]*|[\w"']{1,40}:\s?["'\d[{].*)$/.test(text) ||
    (/[=;()<>"]/.test(text) && !/[\uac00-\ud7a3]/.test(text))
  )
}

function readTag(mark: string, name: string, rest: string, pen: Pen, put: (text: string) => void): void {
  const isEnd = mark.startsWith('</')
  if (/^\d/.test(name)) pen.startMs = readTimestamp(name) ?? pen.startMs
  else if (name === 'br' || name === 'p') put('\n')
  else if (name === 'rt' || name === 'rp') pen.isReading = !isEnd
  else if (name === 'ruby') pen.isReading = false
  else if (name === 'v')
    pen.speaker = isEnd
      ? undefined
      : /^[^\p{L}\d\n]*[\p{L}\d].*$/u.exec(decodeEntities(rest.replace(/^[^\s]*\s*/, '')).trim())?.[0]
  else if (HIGHLIGHTS.has(name)) pen.lit = Math.max(0, pen.lit + (isEnd ? -1 : 1))
}

const COMMAND = /\\(an?|pos|move|p(?=\d)|k[fot]?|[1-4]?c|[biu]|r)(?:&H\w{0,8}&?|\(([-\d.,\s]{0,60})\)|(\d{0,6}))/gi
/** Height of the picture for `\pos`, if the file states none. */
const USUAL_HEIGHT = 288

function readBlock(block: string, pen: Pen, { notes }: MarkedText): void {
  if (!block.includes('\\')) {
    if (block.trim() !== '' && !OLD_TAG.test(block)) notes.push({ kind: 'comment', text: block.trim() })
    return
  }
  for (const [whole, command = '', place, number = ''] of block.matchAll(COMMAND)) {
    const value = Number(number)
    if (/^an$/i.test(command)) pen.place = value >= 7 ? 'top' : pen.place
    else if (/^a$/i.test(command)) pen.place = value >= 5 && value <= 7 ? 'top' : pen.place
    else if (command === 'p') pen.isDrawing = value > 0
    else if (/^k/i.test(command)) {
      pen.startMs = pen.syllableMs
      pen.syllableMs += value * 10
    } else if (command === 'pos' || command === 'move')
      pen.place = Number(place?.split(',')[1]) < USUAL_HEIGHT / 3 ? 'top' : pen.place
    else if (command === 'r') pen.isColoured = false
    else pen.isColoured = /c$/i.test(command) ? whole.includes('&') : value > 0
  }
}
