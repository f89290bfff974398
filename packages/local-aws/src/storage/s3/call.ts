import type { Access } from '../../aws/service.ts'
import type { Authenticated } from './authenticate.ts'
import type { Catalog, ObjectRecord } from './catalog.ts'
import type { Content } from './content.ts'
import { accessDenied, noSuchKey } from './errors.ts'
import type { S3Request } from './request.ts'

/** An object created by a put, a form, a copy or a completed upload. */
export interface ObjectCreated {
  bucket: string
  key: string
  /** Bytes. */
  size: number
  /** Without quotes. */
  etag: string
}

/** The parts of the local S3 that every operation uses. */
export interface S3Deps {
  catalog: Catalog
  content: Content
  /** Milliseconds. */
  now(): number
  onObjectCreated(event: ObjectCreated): void
}

/** One authenticated request. */
export interface Call {
  deps: S3Deps
  request: S3Request
  signer: Authenticated
  /** Whether the signer's role allows the access. Logs a denial. */
  isAllowed(access: Access): boolean
}

export const bucketArn = (bucket: string): string => `arn:aws:s3:::${bucket}`
export const objectArn = (bucket: string, key: string): string => `${bucketArn(bucket)}/${key}`

/** Adds an object to the catalog, replacing an existing one, and notifies. */
export async function commit(deps: S3Deps, object: ObjectRecord): Promise<void> {
  const replaced = deps.catalog.find(object.bucket, object.key)
  deps.catalog.put(object)
  await finishCommit(deps, object, replaced)
}

/** Removes the content of a replaced object and notifies of the new one. */
export async function finishCommit(
  deps: S3Deps,
  { bucket, key, size, etag }: ObjectRecord,
  replaced: ObjectRecord | undefined,
): Promise<void> {
  if (replaced) await deps.content.remove(replaced.segments)
  deps.onObjectCreated({ bucket, key, size, etag })
}

/** Removes an object. A missing one is not an error. */
export async function removeObject({ catalog, content }: S3Deps, bucket: string, key: string): Promise<void> {
  const object = catalog.find(bucket, key)
  catalog.remove(bucket, key)
  if (object) await content.remove(object.segments)
}

/**
 * Finds an object.
 * @throws S3Error NoSuchKey for signers who may list the bucket, AccessDenied for others, as S3 does
 */
export function requireObject({ deps, isAllowed }: Call, bucket: string, key: string): ObjectRecord {
  const object = deps.catalog.find(bucket, key)
  if (object) return object
  throw isAllowed({ action: 's3:ListBucket', resource: bucketArn(bucket) }) ? noSuchKey(key) : accessDenied()
}
