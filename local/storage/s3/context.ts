import type { Access } from '../../aws/service.ts'
import type { Authenticated } from './authenticate.ts'
import type { Catalog, ObjectRecord } from './catalog.ts'
import type { Content } from './content.ts'
import { noSuchKey, S3Error } from './errors.ts'
import type { S3Request } from './request.ts'

/** An object that came into being, whichever way. */
export interface ObjectCreated {
  bucket: string
  key: string
  /** Bytes. */
  size: number
  /** Without its quotes. */
  etag: string
}

/** What every operation works with. */
export interface Storage {
  catalog: Catalog
  content: Content
  /** Milliseconds. */
  now(): number
  onObjectCreated(event: ObjectCreated): void
}

/** One authenticated request to the storage. */
export interface Call {
  storage: Storage
  request: S3Request
  signer: Authenticated
  /** Whether the signer's role allows the access; says what it denies. */
  isAllowed(access: Access): boolean
}

export const bucketArn = (bucket: string): string => `arn:aws:s3:::${bucket}`
export const objectArn = (bucket: string, key: string): string => `${bucketArn(bucket)}/${key}`

/** Makes an object of received content: visible from here on, with the one it replaces gone. */
export async function commit(storage: Storage, object: ObjectRecord): Promise<void> {
  const replaced = storage.catalog.find(object.bucket, object.key)
  storage.catalog.put(object)
  await finish(storage, object, replaced)
}

/** Clears away what an object replaced and tells of it. */
export async function finish(
  storage: Storage,
  object: ObjectRecord,
  replaced: ObjectRecord | undefined,
): Promise<void> {
  if (replaced) await storage.content.remove(replaced.segments)
  const { bucket, key, size, etag } = object
  storage.onObjectCreated({ bucket, key, size, etag })
}

/** The object; a missing one is told only to who may list the bucket, others get AccessDenied, as S3 does. */
export function existing(call: Call, bucket: string, key: string): ObjectRecord {
  const object = call.storage.catalog.find(bucket, key)
  if (object) return object
  if (call.isAllowed({ action: 's3:ListBucket', resource: bucketArn(bucket) })) throw noSuchKey(key)
  throw new S3Error('AccessDenied', 'Access Denied')
}
