import { INVISIBLE } from '../korean/tidy.ts'
import type { Piece, SourceLine, SourceWord } from './source.ts'

/** White space and control characters, some of which files contain in place of spaces. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these separate words.
const SPACES = /[\s\u0000-\u001f\u007f-\u009f]+/
const BREAK = /\r\n|[\n\r\u0085\u2028\u2029]/
const NOT_SPACE = /[^\s]/

/** Divides the pieces of a cue into lines of words. A word may span pieces; lines without words are dropped. */
export function linesOf(pieces: readonly Piece[]): SourceLine[] {
  const lines: SourceLine[] = []
  let line: SourceLine = { words: [] }
  let isInside = false
  const close = () => {
    if (line.words.length > 0) lines.push(line)
    line = { words: [] }
    isInside = false
  }
  for (const { text, startMs, endMs, speaker, isLit } of pieces) {
    const shown = text.replace(INVISIBLE, '')
    for (const [n, part] of shown.split(BREAK).entries()) {
      if (n > 0) close()
      // Another voice starts another line.
      if (line.words.length > 0 && line.speaker !== speaker && NOT_SPACE.test(part)) close()
      let isTimed = false
      const words = part.split(SPACES)
      for (const [i, word] of words.entries()) {
        if (i > 0) isInside = false
        if (word === '') continue
        const last = line.words.at(-1)
        if (isInside && last) {
          last.text += word
          last.endMs = endMs ?? last.endMs
        } else {
          line.words.push({
            text: word,
            startMs: isTimed ? undefined : startMs,
            endMs: undefined,
            isLit: isLit ?? false,
          })
          if (endMs !== undefined && i >= words.length - 2) Object.assign(line.words.at(-1) ?? {}, { endMs })
        }
        line.speaker = speaker
        isTimed = true
        isInside = true
      }
    }
  }
  close()
  return lines
}

/** The text of lines as viewers see it. */
export function textOf(lines: readonly SourceLine[]): string {
  return lines.map(({ words }) => words.map(word => word.text).join(' ')).join('\n')
}

/**
 * The words of lines without stretches of their text, which are in order. Lines without words are dropped, and a word is
 * shortened if a sign was written together with it.
 */
export function withoutStretches(
  lines: readonly SourceLine[],
  gone: readonly (readonly [from: number, to: number])[],
): SourceLine[] {
  let at = 0
  let next = 0
  return lines.flatMap(line => {
    const words = line.words.flatMap((word): SourceWord[] => {
      const [start, end] = [at, at + word.text.length]
      at = end + 1
      while ((gone[next]?.[1] ?? Number.POSITIVE_INFINITY) <= start) next += 1
      let text = ''
      let from = start
      for (let i = next; (gone[i]?.[0] ?? Number.POSITIVE_INFINITY) < end; i += 1) {
        const [goneFrom, goneTo] = gone[i] ?? [end, end]
        text += word.text.slice(from - start, Math.max(from, goneFrom) - start)
        from = Math.max(from, goneTo)
      }
      text += word.text.slice(Math.min(from, end) - start)
      return text === '' ? [] : [{ ...word, text }]
    })
    return words.length === 0 ? [] : [{ ...line, words }]
  })
}
