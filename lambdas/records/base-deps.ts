import { dynamoClient, s3Client } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'
import type { MediaBucket } from '../runtime/media-bucket.ts'
import { type Tables, tablesFromEnvironment } from './tables.ts'

/** Dependencies of every function that reads or writes rows. */
export interface TableDeps {
  tables: Tables
  /** Epoch milliseconds. */
  now: () => number
}

/** Dependencies of most functions. */
export interface BaseDeps extends TableDeps {
  media: MediaBucket
}

/** For functions without access to the bucket. */
export function tableDeps(): TableDeps {
  return { tables: tablesFromEnvironment(dynamoClient()), now: Date.now }
}

export function baseDeps(): BaseDeps {
  return { ...tableDeps(), media: { client: s3Client(), name: readEnvironment('MEDIA_BUCKET').MEDIA_BUCKET } }
}
