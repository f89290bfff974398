import { INVISIBLE } from '../korean/tidy.ts'
import { koreanProfile, type Profile } from '../profile.ts'
import type { Cue, Sentence } from '../types.ts'
import { englishLines } from './english-lines.ts'
import { timestamp } from './timestamp.ts'

/**
 * Writes SRT: indexes from 1, LF, a final newline. Blank lines inside a text are dropped, `-->` becomes `→`, and braces
 * and angle brackets, which players hide with what they enclose, become their full-width forms. `{\an8}` places a cue at the top.
 */
export function formatSrt(cues: readonly Cue[]): string {
  const text = concatenated(cues, (cue, index) => {
    const lines = textLines(cue.lines)
    return `\n${index}\n${timeLine(cue, ',')}\n${cue.place === 'top' ? TOP : ''}${withoutMarkup(lines)}`
  })
  return text.slice(1)
}

/** Writes WebVTT with the profile's cue position. Escapes the characters that WebVTT reads as markup. */
export function formatVtt(cues: readonly Cue[], { vttSettings }: Pick<Profile, 'vttSettings'> = koreanProfile): string {
  const settings = vttSettings === '' ? '' : ` ${vttSettings}`
  const text = concatenated(cues, cue => {
    return `\n${timeLine(cue, '.')}${cue.place === 'top' ? ' line:0' : settings}\n${escaped(textLines(cue.lines))}`
  })
  return `WEBVTT\n${text}`
}

/** Writes SRT with the Korean above the English spoken during the cue, which takes one or two lines. */
export function formatBilingualSrt(cues: readonly Cue[], sentences: readonly Sentence[]): string {
  const english = englishOf(cues, sentences)
  return formatSrt(
    cues.map((cue, i) => {
      const text = english[i] ?? ''
      return text === '' ? cue : { ...cue, lines: [...cue.lines, ...englishLines(text)] }
    }),
  )
}

/**
 * The English of each cue. Every word of a sentence appears once: in the last of the sentence's cues that starts before
 * the middle of the word.
 */
export function englishOf(cues: readonly Cue[], sentences: readonly Sentence[]): string[] {
  const cuesOf = new Map<string, number[]>()
  for (const [i, cue] of cues.entries()) {
    for (const id of cue.sentenceIds) cuesOf.set(id, [...(cuesOf.get(id) ?? []), i])
  }
  const texts = cues.map((): string[] => [])
  for (const sentence of sentences) {
    const own = cuesOf.get(sentence.id) ?? []
    let at = 0
    for (const word of sentence.words) {
      const middleMs = (word.startMs + word.endMs) / 2
      while (at + 1 < own.length && (cues[own[at + 1] ?? 0]?.startMs ?? 0) <= middleMs) at += 1
      texts[own[at] ?? -1]?.push(word.text + word.after)
    }
  }
  return texts.map(words => spokenText(words.join(' ')))
}

const UNSHOWN = /[\p{Cc}\u2028\u2029]+/gu

/** A transcript or a caption track may contain control and direction characters. */
function spokenText(text: string): string {
  return text.replace(INVISIBLE, '').replace(UNSHOWN, ' ')
}

/**
 * Cues concatenated before the string is flattened: large enough to be rare, small enough for the garbage collector's
 * young generation.
 */
const CHUNK_CUES = 256

/**
 * The texts of all cues in one string. V8 keeps every operand of a concatenation until the result is first read,
 * so a file of a million cues would hold ten million small strings: each chunk is read as soon as it is complete.
 */
function concatenated(cues: readonly Cue[], textOf: (cue: Cue, index: number) => string): string {
  const chunks: string[] = []
  let chunk = ''
  let index = 0
  for (const cue of cues) {
    index += 1
    chunk += textOf(cue, index)
    if (index % CHUNK_CUES !== 0) continue
    chunks.push(flattened(chunk))
    chunk = ''
  }
  chunks.push(chunk)
  return chunks.join('')
}

/**
 * The same text as one flat string, because V8 keeps the operands of a concatenation until a regular expression reads
 * it.
 */
function flattened(text: string): string {
  return /\n/.test(text) ? text : ''
}

function timeLine({ startMs, endMs }: Cue, decimalMark: ',' | '.'): string {
  return `${timestamp(startMs, decimalMark)} --> ${timestamp(endMs, decimalMark)}`
}

/**
 * A line may neither be blank nor contain an arrow, because a blank line ends a cue and an arrow looks like a timing
 * line.
 */
const UNSAFE_LINE = /[\n\r]|-->|^\s*$/

function textLines(lines: readonly string[]): string {
  let text = ''
  for (const line of lines) text += UNSAFE_LINE.test(line) ? safeLines(line) : `${line}\n`
  return text
}

/** Splits at line breaks, drops blank lines and writes `-->` as `→`. */
function safeLines(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .filter(line => line.trim() !== '')
    .map(line => `${line.replaceAll('-->', '→')}\n`)
    .join('')
}

const TOP = '{\\an8}'
const BRACES = /\{[^{}]*\}/
const ANGLES = /<[^<>]*>/

/** SRT has no escapes: what players would take for markup and hide gets full-width signs. */
function withoutMarkup(text: string): string {
  const shown = BRACES.test(text) ? text.replaceAll('{', '｛').replaceAll('}', '｝') : text
  return ANGLES.test(shown) ? shown.replaceAll('<', '＜').replaceAll('>', '＞') : shown
}

const ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])

function escaped(text: string): string {
  return text.replace(/[&<>]/g, character => ESCAPES.get(character) ?? character)
}
