import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type MediaBytes, plainFile } from '#mp4-sound'
import { MAX_DURATION_SECONDS } from '../../../lambdas/contract/limits.ts'
import { BusinessError } from '../../../lambdas/runtime/step.ts'
import { asFailure, probeMedia } from '../../../lambdas/source/probe.ts'
import { decodeSound, SAMPLE_RATE } from '../../../local/engines/decode.ts'
import { EngineError } from '../../../local/engines/engine.ts'

/** Outcome for a file: a refusal before transcription, or the settled length and the sound that is transcribed. */
export type Outcome = { refusal: string } | { settledSeconds: number; heardSeconds: number; sound: Uint8Array }

/** Settles a file as the workflow does and decodes the sound that would be transcribed, which is kept in `folder`. */
export async function outcomeOf(bytes: Uint8Array, folder: string): Promise<Outcome> {
  try {
    const { durationMs, sound } = await rebuilt(bytes)
    const path = join(folder, 'sound.mp4')
    await writeFile(path, sound)
    return { settledSeconds: durationMs / 1000, heardSeconds: await heardSeconds(path), sound }
  } catch (error) {
    if (error instanceof BusinessError) return { refusal: error.name }
    throw error
  }
}

/** The sound of a file that is transcribed, and its settled length. */
export async function rebuilt(bytes: Uint8Array): Promise<{ durationMs: number; sound: Uint8Array }> {
  const file: MediaBytes = { size: bytes.length, read: async (start, end) => bytes.slice(start, end) }
  const { durationMs, track } = await probeMedia(file, MAX_DURATION_SECONDS)
  const { content, size } = plainFile(file, track)
  const pieces: Uint8Array[] = []
  await asFailure(async () => {
    for await (const piece of content) pieces.push(piece)
  })
  const written = Buffer.concat(pieces)
  if (written.length !== size) throw new Error(`${written.length} bytes were announced as ${size}`)
  return { durationMs, sound: written }
}

/** Seconds of a file's sound that the local engines decode; 0 for a file that they refuse. */
export async function heardSeconds(path: string): Promise<number> {
  let samples = 0
  try {
    for await (const piece of decodeSound(path)) samples += piece.samples.length
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
  }
  return samples / SAMPLE_RATE
}
