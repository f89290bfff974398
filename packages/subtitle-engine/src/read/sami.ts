import { HTML, readMarkup } from './markup.ts'
import type { Note, RawCue } from './source.ts'
import { scanTags } from './tags.ts'

/** Class names that Korean players know, by language; others are told apart by their letters. */
const KOREAN = /^(?:kr|ko)/i
const ENGLISH = /^(?:en|eg|us|gb|uk)/i
const HANGUL = /[\uac00-\ud7a3]/g
const LETTER = /[A-Za-z\uac00-\ud7a3]/g

interface Track {
  cues: { startMs: number; endMs: number; text: string; line: number }[]
}

/**
 * Reads SAMI: each `<SYNC Start=ms>` shows a text per class until the next one of that class, and `&nbsp;` alone clears
 * it. Of a file with several languages only the wanted one is read.
 */
export function readSami(source: string, language: 'en' | 'ko'): { cues: RawCue[]; notes: Note[] } {
  const tracks = readTracks(source)
  const chosen = chooseTrack(tracks, language)
  const cues: RawCue[] = []
  const notes: Note[] = []
  // Paragraphs without a class belong to the only one.
  const isOne = tracks.size === 2 && tracks.has('')
  for (const [name, { cues: own }] of tracks) {
    for (const { startMs, endMs, text, line } of own) {
      if (name !== chosen && !isOne) {
        const other = plainText(text)
        if (other !== '') notes.push({ kind: 'language', line, text: other })
        continue
      }
      const { pieces, notes: found, place } = readMarkup(text, HTML, startMs)
      for (const note of found) notes.push({ ...note, line })
      cues.push({ startMs, endMs, pieces, line, place, isTimed: Number.isFinite(startMs) })
    }
  }
  return { cues, notes }
}

function readTracks(source: string): Map<string, Track> {
  const tracks = new Map<string, Track>()
  let startMs = Number.NaN
  let open: Track['cues'][number] | undefined
  let isHead = false
  const begin = (name: string, line: number) => {
    const track = tracks.get(name) ?? { cues: [] }
    tracks.set(name, track)
    const last = track.cues.at(-1)
    if (last && last.startMs === startMs) {
      // Two paragraphs of one class at one time are two lines.
      last.text += '\n'
      open = last
      return
    }
    if (last) last.endMs = Math.min(last.endMs, Math.max(startMs, last.startMs))
    open = { startMs, endMs: Number.POSITIVE_INFINITY, text: '', line }
    track.cues.push(open)
  }
  for (const { name, isEnd, attributes, text, line } of scanTags(source)) {
    if (name === 'head' || name === 'style') isHead = !isEnd
    else if (name === 'body') isHead = false
    else if (name === 'sync' && !isEnd) {
      const stated = Number.parseFloat(attributes.get('start') ?? '')
      startMs = Number.isFinite(stated) ? Math.max(0, Math.round(stated)) : startMs
      open = undefined
      isHead = false
    } else if (name === 'p' && !isEnd) begin((attributes.get('class') ?? '').toUpperCase(), line)
    else if (isHead || name === 'sync' || name === 'p' || name === 'sami' || Number.isNaN(startMs)) continue
    else {
      // Line ends of the source are spaces in HTML.
      const shown = name === '' ? text.replace(/[\r\n]+/g, ' ') : text
      if (!open && shown.trim() !== '') begin('', line)
      if (open) open.text += shown
    }
  }
  return tracks
}

/** The class of the language: by its name, else by its letters, else the one with the most text. */
function chooseTrack(tracks: ReadonlyMap<string, Track>, language: 'en' | 'ko'): string | undefined {
  const wanted = language === 'ko' ? KOREAN : ENGLISH
  const scored = [...tracks].map(([name, { cues }]) => {
    const text = cues.map(cue => plainText(cue.text)).join(' ')
    const letters = text.match(LETTER)?.length ?? 0
    const hangul = text.match(HANGUL)?.length ?? 0
    const share = letters === 0 ? 0 : (language === 'ko' ? hangul : letters - hangul) / letters
    return { name, score: share * 4 + (wanted.test(name) ? 1 : 0), letters }
  })
  return scored.sort((a, b) => b.score - a.score || b.letters - a.letters)[0]?.name
}

function plainText(text: string): string {
  return readMarkup(text, HTML, 0)
    .pieces.map(piece => piece.text)
    .join('')
    .replaceAll('\u00a0', ' ')
    .trim()
}
