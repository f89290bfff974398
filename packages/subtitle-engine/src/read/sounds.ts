import { textOf } from './lines.ts'
import type { SourceCue, SourceLine, SourceWord } from './source.ts'

/** Sounds in brackets; round ones also hold asides, so only those that fill a line or shout. */
const SOUND = /\[[^[\]]*\]|^\([^()]*\)$|^\([^()a-z]*\)|\([^()a-z]*\)$|\*[a-z ]{2,40}\*/gm
const NOTES = /[♪♫♬♩]+/gu

/** Divides a cue into what is said and its sounds, music notes included. A bracket may extend over lines. */
export function withoutSounds(cue: SourceCue): { lines: SourceLine[]; sounds: string[] } {
  const text = textOf(cue.lines)
  const sounds: string[] = []
  const gone: [from: number, to: number][] = []
  for (const { 0: sound, index } of text.matchAll(SOUND)) {
    sounds.push(sound.replaceAll('\n', ' '))
    gone.push([index, index + sound.length])
  }
  const silent = gone.length
  for (const { 0: note, index } of text.matchAll(NOTES)) gone.push([index, index + note.length])
  // British captions write lyrics between number signs.
  if (text.startsWith('# ') && text.endsWith(' #')) gone.push([0, 1], [text.length - 1, text.length])
  if (gone.length === 0) return { lines: cue.lines, sounds }
  const lines = without(
    cue.lines,
    gone.sort((a, b) => a[0] - b[0]),
  )
  if (lines.length === 0 && gone.length > silent) sounds.push('♪')
  return { lines, sounds }
}

/** The words of lines without the given stretches of their text. */
function without(lines: readonly SourceLine[], gone: readonly (readonly [from: number, to: number])[]): SourceLine[] {
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
