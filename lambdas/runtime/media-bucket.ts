import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3'
import type * as z from 'zod'

/** The SDK's S3 client is a third of a function's code, so it is loaded on the first call. */
export const loadS3 = () => import('./s3.ts')

export interface MediaBucket {
  name: string
  /** Its address, without a slash at the end. */
  url: string
  region: string
  credentials: () => Promise<{ accessKeyId: string; secretAccessKey: string; sessionToken?: string }>
  /** The SDK's client, which signing does not need. */
  client: () => Promise<S3Client>
}

/**
 * Size in bytes and ETag of an object, or `undefined` if it is missing. Without ListBucket, S3 returns 403 instead of
 * 404.
 */
export async function statObject(media: MediaBucket, key: string): Promise<{ size: number; etag: string } | undefined> {
  return unlessMissing(async () => {
    const { HeadObjectCommand } = await loadS3()
    const head = await (await media.client()).send(new HeadObjectCommand({ Bucket: media.name, Key: key }))
    return { size: head.ContentLength ?? 0, etag: head.ETag ?? '' }
  })
}

/** Reads and parses a JSON object, or returns `undefined` if it is missing. */
export async function readJson<Schema extends z.ZodType>(
  media: MediaBucket,
  key: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  return (await readJsonWithTag(media, key, schema))?.value
}

/** Like `readJson`, with the object's ETag. */
export async function readJsonWithTag<Schema extends z.ZodType>(
  media: MediaBucket,
  key: string,
  schema: Schema,
): Promise<{ value: z.output<Schema>; tag: string } | undefined> {
  return unlessMissing(async () => {
    const { GetObjectCommand } = await loadS3()
    const { Body, ETag = '' } = await (await media.client()).send(
      new GetObjectCommand({ Bucket: media.name, Key: key }),
    )
    return { value: schema.parse(JSON.parse((await Body?.transformToString('utf-8')) ?? '')), tag: ETag }
  })
}

/** Replaces a JSON object. Returns false if it has changed since the version with this tag. */
export async function replaceJson(media: MediaBucket, key: string, value: unknown, tag: string): Promise<boolean> {
  const body = JSON.stringify(value)
  const command = { Bucket: media.name, Key: key, Body: body, ContentType: 'application/json', IfMatch: tag }
  const { PutObjectCommand } = await loadS3()
  try {
    await (await media.client()).send(new PutObjectCommand(command))
    return true
  } catch (error) {
    // 404: the object was deleted; 409: another writer was first; 412: the object has changed.
    const status = statusOf(error)
    if (status === 404 || status === 409 || status === 412) return false
    throw error
  }
}

/**
 * Reads and parses a JSON object.
 * @throws Error if it is missing.
 */
export async function requireJson<Schema extends z.ZodType>(
  media: MediaBucket,
  key: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const found = await readJson(media, key, schema)
  if (found === undefined) throw new Error(`no object ${key}`)
  return found
}

/**
 * Stores text or bytes in one request; `type` is the media type, `size` the bytes of a stream. A stream that fails aborts
 * the request, which would otherwise wait for the missing bytes, and its error is thrown.
 */
export async function writeObject(
  media: MediaBucket,
  key: string,
  body: NonNullable<PutObjectCommandInput['Body']>,
  type: string,
  size?: number,
): Promise<void> {
  const { PutObjectCommand } = await loadS3()
  const request = new AbortController()
  if (body instanceof Readable) body.once('error', error => request.abort(error))
  try {
    await (await media.client()).send(
      new PutObjectCommand({ Bucket: media.name, Key: key, Body: body, ContentType: type, ContentLength: size }),
      { abortSignal: request.signal },
    )
  } catch (error) {
    throw request.signal.aborted ? request.signal.reason : error
  }
}

/**
 * Copies an object to a file.
 * @returns its size and SHA-256
 * @throws Error if it is missing
 */
export async function downloadObject(
  media: MediaBucket,
  key: string,
  path: string,
): Promise<{ bytes: number; sha256: string }> {
  const { GetObjectCommand } = await loadS3()
  const { Body } = await (await media.client()).send(new GetObjectCommand({ Bucket: media.name, Key: key }))
  if (!(Body instanceof Readable)) throw new Error(`${key} has no content`)
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(Body, counted, createWriteStream(path))
  return { bytes, sha256: hash.digest('hex') }
}

export async function writeJson(media: MediaBucket, key: string, value: unknown): Promise<void> {
  await writeObject(media, key, JSON.stringify(value), 'application/json')
}

/** Removes objects; missing ones are ignored. */
export async function removeObjects(media: MediaBucket, keys: string[]): Promise<void> {
  const { DeleteObjectCommand } = await loadS3()
  const client = await media.client()
  await Promise.all(keys.map(Key => client.send(new DeleteObjectCommand({ Bucket: media.name, Key }))))
}

/** Deletes the parts of an unfinished upload. An upload that S3 no longer has is ignored. */
export async function abortUpload({ client, name }: MediaBucket, key: string, uploadId: string): Promise<void> {
  const { AbortMultipartUploadCommand } = await loadS3()
  try {
    await (await client()).send(new AbortMultipartUploadCommand({ Bucket: name, Key: key, UploadId: uploadId }))
  } catch (error) {
    if (!isNoSuchUpload(error)) throw error
  }
}

/** The HTTP status with which S3 refused a call. */
function statusOf(error: unknown): unknown {
  const about: unknown = error instanceof Error && '$metadata' in error ? error.$metadata : undefined
  return typeof about === 'object' && about !== null && 'httpStatusCode' in about ? about.httpStatusCode : undefined
}

export function isNoSuchUpload(error: unknown): boolean {
  return error instanceof Error && error.name === 'NoSuchUpload'
}

async function unlessMissing<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read()
  } catch (error) {
    if (statusOf(error) === 404) return undefined
    throw error
  }
}

/** The folders whose names begin with the prefix, page by page, each with its final slash. */
export async function* listFolders(media: MediaBucket, prefix: string): AsyncGenerator<string[]> {
  const { paginateListObjectsV2 } = await loadS3()
  for await (const { CommonPrefixes = [] } of paginateListObjectsV2(
    { client: await media.client() },
    { Bucket: media.name, Prefix: prefix, Delimiter: '/' },
  ))
    yield CommonPrefixes.flatMap(({ Prefix = '' }) => Prefix || [])
}

/**
 * Removes every object under the prefix, or those that `isWanted` selects; `at` is the time of the last write. Returns
 * their number.
 */
export async function removePrefix(
  media: MediaBucket,
  prefix: string,
  isWanted: (object: { key: string; at: Date }) => boolean = () => true,
): Promise<number> {
  const { paginateListObjectsV2 } = await loadS3()
  let removed = 0
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client: await media.client() },
    { Bucket: media.name, Prefix: prefix },
  )) {
    const keys = Contents.flatMap(({ Key, LastModified = new Date(0) }) =>
      Key !== undefined && isWanted({ key: Key, at: LastModified }) ? Key : [],
    )
    await removeObjects(media, keys)
    removed += keys.length
  }
  return removed
}
