import { defaultProvider } from '../runtime/credentials.ts'
import { readEnvironment } from '../runtime/environment.ts'
import type { MediaBucket } from '../runtime/media-bucket.ts'
import { once } from '../runtime/once.ts'
import { type TableDeps, tableDeps } from './table-deps.ts'

/** Dependencies of most functions. */
export interface BaseDeps extends TableDeps {
  media: MediaBucket
}

export function baseDeps(): BaseDeps {
  return { ...tableDeps(), media: mediaBucket() }
}

function mediaBucket(): MediaBucket {
  const { MEDIA_BUCKET: name } = readEnvironment('MEDIA_BUCKET')
  const { AWS_REGION: region = '', AWS_ENDPOINT_URL: endpoint } = process.env
  return {
    name,
    url: endpoint ? `${endpoint}/${name}` : `https://${name}.s3.${region}.amazonaws.com`,
    region,
    credentials: defaultProvider(),
    client: once(async () => (await import('../runtime/s3.ts')).s3Client()),
  }
}
