import { join } from 'node:path'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { S3Client } from '@aws-sdk/client-s3'
import { type AccessOptions, fetchedModel, mirrored } from '../../local/engines/models/access.ts'
import { MANIFEST, ModelError } from '../../local/engines/models/manifest.ts'
import { putWeights } from '../../local/engines/models/put-weights.ts'
import { findStack, mediaBucketOf } from '../preflight/stacks.ts'

interface StackOptions extends AccessOptions {
  region: string
  /** Whether the models' folder is a copy. A copy is verified but never written to. */
  isCopy: boolean
}

/**
 * Downloads the largest speech model and uploads it to the media bucket of a deployed stack.
 * @throws {ModelError} if the model is unavailable
 * @throws Error if the stack or its bucket does not exist
 */
export async function putIntoStack(name: string, { region, isCopy, ...access }: StackOptions): Promise<void> {
  const [model] = MANIFEST.speech
  if (!model) throw new ModelError('NOT_FOUND', 'No speech model is known.')
  const found = await findStack(new CloudFormationClient({ region }), name)
  const bucket = found && mediaBucketOf([found])
  if (!bucket) throw new Error(`There is no stack ${name} with a bucket in ${region}. Deploy first.`)
  const wanted = mirrored({ ...model, title: 'speech model' }, access.mirror)
  const folder = isCopy ? join(access.modelsDir, model.folder) : await fetchedModel(wanted, access)
  access.log(`${model.source}\nLicence: ${model.licence}`)
  // Without this option, the SDK would also send its own checksum in a trailer, beside the pinned digest.
  const s3 = new S3Client({ region, requestChecksumCalculation: 'WHEN_REQUIRED' })
  await putWeights({ s3, bucket, log: access.log }, model, folder)
  access.log(`The weights are in ${bucket}. With HEARING=own, new recordings are transcribed with them.`)
}
