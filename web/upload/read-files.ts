import { messageOf } from '../request-failed.ts'
import { UPLOAD } from '../texts/upload.ts'
import type { FileCandidate } from './candidate.ts'
import { FileRefused } from './media/refused.ts'
import { fingerprintOf } from './transfer/resume.ts'

/** Reads the heads of the chosen files: those worth sending, and what is wrong with the others. */
export async function readFiles(files: readonly File[]): Promise<{ good: FileCandidate[]; refused: string[] }> {
  const { probe } = await import('./media/probe.ts')
  const good: FileCandidate[] = []
  const refused: string[] = []
  for (const file of files) {
    try {
      const { durationSeconds, soundBytes } = await probe(file)
      good.push({
        id: crypto.randomUUID(),
        name: file.name,
        file,
        fingerprint: fingerprintOf(file),
        durationSeconds,
        soundBytes,
        wholeBytes: file.size,
      })
    } catch (error) {
      const reason = error instanceof FileRefused ? error.message : messageOf(error)
      refused.push(files.length > 1 ? UPLOAD.refusedFile(file.name, reason) : reason)
    }
  }
  return { good, refused }
}
