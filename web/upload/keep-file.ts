import { fileItem } from './file-item.ts'
import { keepVideo } from './kept-video.ts'
import { copySound } from './media/copy-sound.ts'
import type { Probe } from './media/probe.ts'

/** Keeps a guest's file in this browser over the sign-in; `false` if it is too large. */
export function keepFile(file: File, facts: Probe): Promise<boolean> {
  const signal = new AbortController().signal
  const copy = (blob: Blob, trackId: number) => copySound(blob, { trackId, signal, onProgress() {} })
  return keepVideo([fileItem(file, facts)], copy, Date.now())
}
