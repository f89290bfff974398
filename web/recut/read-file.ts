import type { Cue } from '#subtitle-engine'
import { decodeSubtitle, readSubtitle } from '#subtitle-engine/recut'
import { RECUT } from './texts.ts'

const MOST_BYTES = 5 * 1024 * 1024
/** Minimum share of Hangul among the letters of a Korean subtitle; names and songs may be in other scripts. */
const HANGUL_SHARE = 0.3

/** A Korean subtitle file after reading. */
export interface OldSubtitle {
  /** File name without extension. */
  name: string
  cues: readonly Cue[]
  /** Cues whose times could not be read. */
  unread: number
}

/** Why a file cannot be recut. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}

/** Reads a subtitle file in this browser. */
export async function readFile(file: File): Promise<OldSubtitle> {
  if (file.size > MOST_BYTES) throw new FileRefused(RECUT.tooLarge)
  const decoded = decodeSubtitle(new Uint8Array(await file.arrayBuffer()))
  if (!decoded) throw new FileRefused(RECUT.unreadable)
  const { cues, unread } = readSubtitle(decoded.text)
  if (cues.length === 0) throw new FileRefused(RECUT.noCues)
  const text = cues.flatMap(({ lines }) => lines).join(' ')
  if (countLetters(text, /[가-힣]/g) < countLetters(text, /\p{L}/gu) * HANGUL_SHARE)
    throw new FileRefused(RECUT.notKorean)
  return { name: file.name.replace(/\.[^.]{1,4}$/, ''), cues, unread }
}

function countLetters(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
