import { decodeEntities } from './entities.ts'
import { readMarkup, VTT } from './markup.ts'
import type { Note, Piece, RawCue } from './source.ts'
import { scanTags, type Tag } from './tags.ts'

/** Units of the time expressions of TTML, in milliseconds; ticks and frames depend on the file. */
const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }
const OFFSET = /^(\d{1,12}(?:\.\d{0,9})?)(h|ms|m|s|f|t)?$/
const CLOCK = /^(\d{1,9}):(\d{1,2}):(\d{1,2}(?:\.\d{0,9})?)(?:[:;](\d{1,3})(?:\.\d{1,9})?)?$/

interface Rates {
  frameRate: number
  tickRate: number
}

interface OpenElement {
  name: string
  beginMs: number
  endMs: number
  speaker: string | undefined
  isTop: boolean
  isReading: boolean
}

/**
 * Reads TTML and DFXP: paragraphs and spans with begin, end or dur, relative to the elements around them, in clock time,
 * offsets, frames or ticks. The name of an agent is its speaker.
 */
export function readTtml(source: string): { cues: RawCue[]; notes: Note[] } {
  const rates: Rates = { frameRate: 30, tickRate: 1 }
  const cues: RawCue[] = []
  const notes: Note[] = []
  const topRegions = new Set<string>()
  const agents = new Map<string, string>()
  let agent = ''
  let isPreserved = false
  const stack: OpenElement[] = []
  let cue: (RawCue & { pieces: Piece[] }) | undefined
  for (const tag of scanTags(source)) {
    const { name, isEnd, isEmpty, attributes, text, line } = tag
    const outer = stack.at(-1)
    if (name === '') {
      if (outer?.name === 'name' && agent !== '') agents.set(agent, decodeEntities(text).trim())
      if (!cue || !outer) continue
      const spaced = decodeEntities(isPreserved ? text : text.replace(/\s+/g, ' '))
      if (outer.isReading) {
        if (spaced.trim() !== '') notes.push({ kind: 'reading', line, text: spaced.trim() })
      } else cue.pieces.push({ text: spaced, startMs: spoken(outer, cue), speaker: outer.speaker })
      continue
    }
    if (name === 'br') {
      cue?.pieces.push({ text: '\n' })
      continue
    }
    if (isEnd) {
      const at = stack.findLastIndex(each => each.name === name)
      if (at >= 0) stack.length = at
      if (name === 'p') cue = undefined
      continue
    }
    if (name === 'tt') readRates(tag, rates)
    if (attributes.get('space') !== undefined && name === 'tt') isPreserved = attributes.get('space') === 'preserve'
    if (name === 'agent') agent = attributes.get('id') ?? ''
    if (name === 'region' && isAtTop(attributes)) topRegions.add(attributes.get('id') ?? '')
    const element = timed(tag, outer, rates, topRegions, agents)
    if (name === 'p') {
      cue = { ...clip(element), pieces: [], line, place: element.isTop ? 'top' : undefined, isTimed: hasTime(element) }
      cues.push(cue)
    }
    if (!isEmpty) stack.push(element)
  }
  return { cues, notes }
}

function readRates({ attributes }: Tag, rates: Rates): void {
  const [numerator = 1, denominator = 1] = (attributes.get('frameratemultiplier') ?? '1 1').split(/[\s:]/).map(Number)
  rates.frameRate = (Number(attributes.get('framerate')) || rates.frameRate) * (numerator / denominator || 1)
  rates.tickRate = Number(attributes.get('tickrate')) || (attributes.has('framerate') ? rates.frameRate : 1)
}

function isAtTop(attributes: ReadonlyMap<string, string>): boolean {
  const [, y = ''] = (attributes.get('origin') ?? '').split(/\s+/)
  return attributes.get('displayalign') === 'before' && Number.parseFloat(y) < 40
}

function timed(
  { name, attributes }: Tag,
  outer: OpenElement | undefined,
  rates: Rates,
  topRegions: ReadonlySet<string>,
  agents: ReadonlyMap<string, string>,
): OpenElement {
  const base = Number.isFinite(outer?.beginMs) ? (outer?.beginMs ?? 0) : 0
  const begin = timeOf(attributes.get('begin'), rates)
  const dur = timeOf(attributes.get('dur'), rates)
  const end = timeOf(attributes.get('end'), rates)
  const beginMs = begin === undefined ? (outer?.beginMs ?? Number.NaN) : base + begin
  const endMs = end !== undefined ? base + end : dur !== undefined ? (beginMs || 0) + dur : (outer?.endMs ?? Number.NaN)
  const region = attributes.get('region')
  const agent = attributes.get('agent')
  return {
    ...{ name, beginMs, endMs },
    isReading: outer?.isReading || attributes.get('ruby') === 'text',
    isTop: region === undefined ? (outer?.isTop ?? false) : topRegions.has(region),
    speaker: agent === undefined ? outer?.speaker : agents.get(agent.split(/\s/)[0] ?? '') || agent,
  }
}

function timeOf(text: string | undefined, { frameRate, tickRate }: Rates): number | undefined {
  const clock = CLOCK.exec(text?.trim() ?? '')
  if (clock) {
    const [, hours, minutes, seconds, frames = '0'] = clock
    const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
    return Math.round(whole * 1000 + (Number(frames) * 1000) / frameRate)
  }
  const [, number, unit = ''] = OFFSET.exec(text?.trim() ?? '') ?? []
  if (number === undefined) return undefined
  const ms = unit === 'f' ? 1000 / frameRate : unit === 't' ? 1000 / tickRate : (UNITS[unit] ?? 1000)
  return Math.round(Number(number) * ms)
}

function hasTime({ beginMs, endMs }: OpenElement): boolean {
  return Number.isFinite(beginMs) && Number.isFinite(endMs)
}

/** Times of spans inside a paragraph extend its own, which it may leave out. */
function clip({ beginMs, endMs }: OpenElement): { startMs: number; endMs: number } {
  const startMs = Number.isFinite(beginMs) ? beginMs : 0
  return { startMs, endMs: Number.isFinite(endMs) ? endMs : startMs }
}

/** The time of a span that has its own; a paragraph without times takes those of its spans. */
function spoken(
  { name, beginMs, endMs }: OpenElement,
  cue: { -readonly [Key in keyof RawCue]: RawCue[Key] },
): number | undefined {
  if (name !== 'span' || !Number.isFinite(beginMs)) return undefined
  if (!cue.isTimed) {
    if (cue.pieces.every(({ text }) => text.trim() === '')) cue.startMs = beginMs
    cue.endMs = Math.max(cue.endMs, Number.isFinite(endMs) ? endMs : beginMs)
    cue.isTimed = Number.isFinite(endMs)
    return beginMs
  }
  return beginMs > cue.startMs ? beginMs : undefined
}

/** Reads YouTube's XML: srv3 (`<p t d>` with `<s t>` words), srv2 (`<text t d>`) and srv1 (`<text start dur>` in seconds). */
export function readYoutubeXml(source: string): { cues: RawCue[]; notes: Note[] } {
  const cues: (RawCue & { pieces: Piece[] })[] = []
  const notes: Note[] = []
  let cue: (RawCue & { pieces: Piece[] }) | undefined
  let wordMs: number | undefined
  for (const { name, isEnd, isEmpty, attributes, text, line } of scanTags(source)) {
    const number = (key: string) => Number(attributes.get(key))
    if (name === '' && cue) {
      const { pieces } = readMarkup(text, VTT, cue.startMs)
      for (const [i, piece] of pieces.entries())
        cue.pieces.push(i === 0 ? { ...piece, startMs: wordMs ?? piece.startMs } : piece)
      wordMs = undefined
    } else if (name === 'br') cue?.pieces.push({ text: '\n' })
    else if (name === 's') wordMs = isEnd || !cue || !attributes.has('t') ? undefined : cue.startMs + number('t')
    else if (name === 'p' || name === 'text') {
      cue = undefined
      if (isEnd || isEmpty) continue
      const [startMs, spanMs] = attributes.has('t')
        ? [number('t'), number('d')]
        : [number('start') * 1000, number('dur') * 1000]
      const from = Math.max(0, Math.round(startMs || 0))
      const isTimed = Number.isFinite(startMs)
      cue = { startMs: from, endMs: from + Math.round(spanMs || 0), pieces: [], line, isTimed }
      cues.push(cue)
    }
  }
  return { cues, notes }
}
