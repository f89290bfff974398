import { textOf, withoutStretches } from './lines.ts'
import type { SourceCue, SourceLine } from './source.ts'

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
  const lines = withoutStretches(
    cue.lines,
    gone.sort((a, b) => a[0] - b[0]),
  )
  if (lines.length === 0 && gone.length > silent) sounds.push('♪')
  return { lines, sounds }
}
