import { halfWidths, piecesWithin } from '../weight.ts'
import { keepsListComma } from './list-commas.ts'
import { splitBeforeBrackets, type TextPart } from './terms.ts'
import { withoutLineEndStop } from './tidy.ts'

/** A word of Korean text between spaces, or a piece of one that is longer than a line. */
export interface Eojeol {
  text: string
  /** Half-widths inside a line, and at a line end. */
  length: number
  lengthAtEnd: number
  /** True if it continues the previous piece without a space. */
  glued: boolean
  /** True for a glued piece that begins with the brackets of a term: a line may end before it. */
  opensBrackets: boolean
  /** True if it ends with a list comma, which is kept at a line end. */
  keepsComma: boolean
}

/**
 * Splits tidied text at spaces, and between a term and its brackets if they do not fit one line together. An eojeol
 * wider than a line is split into pieces that fit.
 */
export function eojeols(text: string, lineCharacters: number): Eojeol[] {
  const found: Eojeol[] = []
  for (const word of splitBeforeBrackets(text.split(' '), lineCharacters * 2)) {
    if (word.text === '') continue
    const whole = eojeol(word)
    if (whole.lengthAtEnd <= lineCharacters * 2) found.push(whole)
    else
      for (const [i, piece] of splitIntoPieces(word.text, lineCharacters).entries())
        found.push(eojeol(i > 0 ? { text: piece, glued: true } : { ...word, text: piece }))
  }
  for (const [i, word] of found.entries()) {
    const next = found[i + 1]
    if (!next || !keepsListComma(word.text, next.text)) continue
    found[i] = { ...word, lengthAtEnd: word.length, keepsComma: true }
  }
  return found
}

function eojeol({ text, glued, opensBrackets = false }: TextPart): Eojeol {
  const length = halfWidths(text)
  const last = text.charCodeAt(text.length - 1)
  // After a letter, a syllable or a question mark, nothing is dropped at a line end.
  const clean = (last >= 0xac00 && last <= 0xd7a3) || (last >= 0x61 && last <= 0x7a) || last === 0x3f
  const lengthAtEnd = clean ? length : halfWidths(withoutLineEndStop(text))
  return { text, length, lengthAtEnd, glued, opensBrackets, keepsComma: false }
}

/** Splits a long string, preferably after punctuation inside it (`-`, `/`, `·`, `,`, full-width stops). */
function splitIntoPieces(word: string, lineCharacters: number): string[] {
  const pieces: string[] = []
  let line = ''
  for (const part of word.split(/(?<=[-/·,，、。_@+=~])(?!$)/u)) {
    if (line !== '' && halfWidths(line + part) > lineCharacters * 2) {
      pieces.push(line)
      line = ''
    }
    if (line === '' && halfWidths(part) > lineCharacters * 2) {
      const cut = piecesWithin(part, lineCharacters * 2)
      line = cut.pop() ?? ''
      pieces.push(...cut)
    } else line += part
  }
  if (line !== '') pieces.push(line)
  return pieces
}

/** The text of eojeols `from` to `to` (exclusive) on one line. */
export function textOf(words: readonly Eojeol[], from: number, to: number): string {
  let text = ''
  for (let i = from; i < to; i += 1) {
    const word = words[i]
    if (word) text += (i > from && !word.glued ? ' ' : '') + word.text
  }
  return text
}
