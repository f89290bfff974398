import { readEnvironment } from '../runtime/environment.ts'
import type { MediaBucket } from '../runtime/media-bucket.ts'
import { s3Client } from '../runtime/s3.ts'
import { type TableDeps, tableDeps } from './table-deps.ts'

/** Dependencies of most functions. */
export interface BaseDeps extends TableDeps {
  media: MediaBucket
}

export function baseDeps(): BaseDeps {
  return { ...tableDeps(), media: { client: s3Client(), name: readEnvironment('MEDIA_BUCKET').MEDIA_BUCKET } }
}
