import { SubtitleError, transcriptFromSubtitleFile } from '#subtitle-engine'
import { decodeSubtitle } from '#subtitle-engine/recut'
import { API_ERRORS } from '../../lambdas/contract/errors.ts'

/** An English subtitle that was chosen, as it is submitted. */
export interface SubtitleCandidate {
  name: string
  /** The file's text, decoded in this browser. */
  text: string
  /** From the first cue's start to the last cue's end. */
  durationSeconds: number
}

/** Why a file cannot be submitted. Its message is Korean, for users. */
export class SubtitleRefused extends Error {
  override readonly name = 'SubtitleRefused'
}

/**
 * Reads an English SRT or WebVTT file as the server will.
 * @throws SubtitleRefused
 */
export async function readSubtitleFile(file: File): Promise<SubtitleCandidate> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    const { words, dropped, durationMs } = transcriptFromSubtitleFile(bytes)
    const startMs = Math.min(...[words[0], dropped[0]].flatMap(word => word?.startMs ?? []))
    const text = decodeSubtitle(bytes)?.text ?? ''
    return { name: file.name, text, durationSeconds: Math.floor((durationMs - startMs) / 1000) }
  } catch (cause) {
    if (cause instanceof SubtitleError && cause.code !== 'TRANSCRIPT_UNREADABLE')
      throw new SubtitleRefused(API_ERRORS[cause.code][1], { cause })
    throw cause
  }
}
