import { type Note, readEnglishSubtitle, SubtitleError } from '#subtitle-engine'
import { refusalText } from '../shared/reading/texts.ts'
import { Refused } from '../shared/request-failed.ts'

/** An English subtitle that the user chose, in the form in which it is submitted. */
export interface SubtitleCandidate {
  name: string
  /** The file's text, decoded in this browser. */
  text: string
  /** Seconds that it is charged for. */
  durationSeconds: number
  /** What the reader left out or assumed. */
  notes: readonly Note[]
}

/**
 * Reads an English subtitle of any dialect as the server will.
 * @throws Refused
 */
export async function readSubtitleFile(file: File): Promise<SubtitleCandidate> {
  try {
    const { text, seconds, notes } = readEnglishSubtitle(new Uint8Array(await file.arrayBuffer()))
    return { name: file.name, text, durationSeconds: seconds, notes }
  } catch (cause) {
    const reason = cause instanceof SubtitleError ? refusalText(cause) : undefined
    if (reason === undefined) throw cause
    throw new Refused(reason, { cause })
  }
}
