import { keepVideo } from './kept-video.ts'
import { copySound } from './media/copy-sound.ts'
import type { Probe } from './media/probe.ts'
import { computeFingerprint } from './transfer/resume.ts'

/** Keeps a guest's file in this browser over the sign-in; `false` if it is too large. */
export function keepFile(file: File, facts: Probe): Promise<boolean> {
  const candidate = {
    id: crypto.randomUUID(),
    name: file.name,
    file,
    fingerprint: computeFingerprint(file),
    wholeBytes: file.size,
    ...facts,
  }
  const signal = new AbortController().signal
  const copy = (blob: Blob, trackId: number) => copySound(blob, { trackId, signal, onProgress() {} })
  return keepVideo({ kind: 'files', files: [candidate], restored: false, refused: [] }, copy, Date.now())
}
