import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Access } from '../../aws/service.ts'
import type { ObjectCreated } from './context.ts'

export interface S3Options {
  /** Holds the catalog and the content of all buckets. */
  folder: string
  secretOf(accessKeyId: string): string | undefined
  /** Milliseconds. */
  now(): number
  /** Told once an object is there, whichever way it came: put, post, copy or completed upload. */
  onObjectCreated(event: ObjectCreated): void
  /** The resolved `CorsConfiguration` property of the bucket; undefined when it has none. */
  corsOf(bucket: string): unknown
  /** The resolved `LifecycleConfiguration` property of the bucket; undefined when it has none. */
  lifecycleOf(bucket: string): unknown
}

/** An object as the rest of the local cloud reads it. */
export interface LocalObject {
  size: number
  etag: string
  /** Milliseconds. */
  modified: number
  /** Headers kept with it: content-type, cache-control ... */
  headers: Record<string, string>
  /** Bytes `start` to `end`, inclusive; all of them by default. */
  stream(start?: number, end?: number): Readable
}

/** S3 of the local cloud, path style. */
export interface S3Handler {
  /** Answers any S3 request: signed, presigned, a browser's form or a preflight. `isAllowed` judges its signer. */
  handle(
    req: IncomingMessage,
    res: ServerResponse,
    isAllowed: (caller: string, access: Access) => boolean,
  ): Promise<void>
  /** Reads an object for a service of AWS itself (Transcribe, CloudFront); no role is asked. */
  read(bucket: string, key: string): LocalObject | undefined
  /** Writes an object for a service of AWS itself (Transcribe, a bucket deployment); raises the event. */
  write(
    bucket: string,
    key: string,
    body: Iterable<Buffer> | AsyncIterable<Buffer>,
    headers?: Record<string, string>,
  ): Promise<void>
  /** Keys of a bucket under a prefix. */
  keys(bucket: string, prefix: string): string[]
  /** Removes an object; one that is not there is no error. */
  remove(bucket: string, key: string): Promise<void>
  /** Does what the lifecycle rules say is due. `now` in milliseconds. */
  sweep(now: number): Promise<void>
  close(): Promise<void>
}
