import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { ENGINE_KEY, type HearingEngine, weightsKey } from '../../../lambdas/contract/hearing.ts'
import { ModelError, type SpeechModel } from './manifest.ts'
import { checkCopy } from './store.ts'

export interface WeightsTarget {
  s3: S3Client
  /** The media bucket's name. */
  bucket: string
  /** Prints a line to the terminal. */
  log(line: string): void
}

/**
 * Copies a speech model into the bucket of a deployment with `HEARING=own`. S3 checks each digest. The file that
 * describes the weights is written last, so functions never find incomplete weights.
 * @throws {ModelError} WRONG_DIGEST if a local file is not the pinned one
 */
export async function putWeights(
  { s3, bucket, log }: WeightsTarget,
  model: SpeechModel,
  folder: string,
): Promise<void> {
  const { id, kind, licence, source } = model
  if (!(await checkCopy(folder, model.files)))
    throw new ModelError('WRONG_DIGEST', `The files in ${folder} are not those of the model.`)
  const files = model.files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }))
  for (const { name, bytes, sha256 } of files) {
    log(`${name}: ${Math.ceil(bytes / 1e6)} MB to ${bucket}`)
    await s3.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: weightsKey(id, name),
        Body: createReadStream(join(folder, name)),
        ContentLength: bytes,
        ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
      }),
    )
  }
  const engine: HearingEngine = { id, kind, licence, source, files }
  await s3.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: ENGINE_KEY,
      Body: JSON.stringify(engine),
      ContentType: 'application/json',
    }),
  )
}
