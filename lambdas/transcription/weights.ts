import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ENGINE_KEY, type HearingEngine, hearingEngine, weightsKey } from '../contract/hearing.ts'
import { downloadObject, type MediaBucket, requireJson } from '../runtime/media-bucket.ts'

/** The weights of a speech model on this machine's disk. */
export interface Weights {
  engine: HearingEngine
  folder: string
}

/**
 * Copies the weights from the bucket, once per function instance, and checks their digests. The folder gets its final
 * name last, so a folder of that name is complete.
 * @throws Error if the bucket has no weights, or a file differs from its digest
 */
export async function fetchWeights(media: MediaBucket, parent: string): Promise<Weights> {
  const engine = await requireJson(media, ENGINE_KEY, hearingEngine)
  const version = createHash('sha256').update(JSON.stringify(engine)).digest('hex').slice(0, 16)
  const folder = join(parent, `weights-${version}`)
  if (existsSync(folder)) return { engine, folder }
  await mkdir(parent, { recursive: true })
  const unchecked = await mkdtemp(join(parent, 'unchecked-'))
  try {
    await Promise.all(
      engine.files.map(async ({ name, bytes, sha256 }) => {
        const copy = await downloadObject(media, weightsKey(engine.id, name), join(unchecked, name))
        if (copy.bytes !== bytes || copy.sha256 !== sha256)
          throw new Error(`${name} of ${engine.id} is not the pinned file`)
      }),
    )
    // On a laptop, instances share the disk, so another one may have been first.
    await rename(unchecked, folder).catch(error => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(unchecked, { recursive: true, force: true })
  }
  return { engine, folder }
}
