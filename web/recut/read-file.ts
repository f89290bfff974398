import { type Note, readSubtitle, type SourceCue } from '#subtitle-engine'
import { refusalText } from '../shared/reading/texts.ts'
import { RECUT } from './texts.ts'

const MOST_BYTES = 5 * 1024 * 1024
/** Minimum share of Hangul among the letters of a Korean subtitle; names and songs may be in other scripts. */
const HANGUL_SHARE = 0.3

/** A Korean subtitle file after reading. */
export interface OldSubtitle {
  /** File name without extension. */
  name: string
  cues: readonly SourceCue[]
  /** What reading the file left out or assumed. */
  notes: readonly Note[]
}

/** Why a file cannot be recut. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}

/** Reads a subtitle file in this browser. */
export async function readFile(file: File): Promise<OldSubtitle> {
  if (file.size > MOST_BYTES) throw new FileRefused(RECUT.tooLarge)
  const { cues, notes } = read(new Uint8Array(await file.arrayBuffer()))
  if (cues.length === 0) throw new FileRefused(RECUT.noCues)
  const text = cues.flatMap(({ lines }) => lines.flatMap(({ words }) => words.map(word => word.text))).join(' ')
  if (countLetters(text, /[가-힣]/g) < countLetters(text, /\p{L}/gu) * HANGUL_SHARE)
    throw new FileRefused(RECUT.notKorean)
  return { name: file.name.replace(/\.[^.]{1,5}$/, ''), cues, notes }
}

function read(bytes: Uint8Array) {
  try {
    return readSubtitle(bytes, 'ko')
  } catch (cause) {
    const reason = refusalText(cause)
    if (reason === undefined) throw cause
    throw new FileRefused(reason, { cause })
  }
}

function countLetters(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
