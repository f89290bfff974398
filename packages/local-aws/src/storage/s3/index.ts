import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Access } from '../../aws/service.ts'
import { respond } from '../../aws/wire.ts'
import { printDefect } from '../../machine/terminal.ts'
import { authenticate } from './authenticate.ts'
import { commit, type ObjectCreated, removeObject, type S3Deps } from './call.ts'
import { openCatalog } from './catalog.ts'
import { createContent } from './content.ts'
import { corsHeaders, corsRules, preflight } from './cors.ts'
import { accessDenied, S3Error } from './errors.ts'
import { lifecycleRules, sweep } from './lifecycle.ts'
import { findOperation } from './operations.ts'
import { postObject } from './post-object.ts'
import { readRequest, type S3Request } from './request.ts'
import { errorResponse, type S3Response, send } from './response.ts'

export type { ObjectCreated } from './call.ts'

export interface S3Options {
  /** Holds the catalog and the content of all buckets. */
  folder: string
  secretOf(accessKeyId: string): string | undefined
  /** Milliseconds. */
  now(): number
  /** Called for each new object: put, posted, copied or uploaded in parts. */
  onObjectCreated(event: ObjectCreated): void
  /** The resolved `CorsConfiguration` property of the bucket; undefined if it has none. */
  corsOf(bucket: string): unknown
  /** The resolved `LifecycleConfiguration` property of the bucket; undefined if it has none. */
  lifecycleOf(bucket: string): unknown
}

/** An object, for other local services. */
export interface LocalObject {
  size: number
  etag: string
  /** Headers stored with it: content-type, cache-control ... */
  headers: Record<string, string>
  /** Reads bytes `start` to `end`, inclusive. Default: all of them. */
  stream(start?: number, end?: number): Readable
}

/** Local S3, path style. */
export interface S3Handler {
  /** Handles any S3 request: signed, presigned, a browser's form or a preflight. `isAllowed` decides for its signer. */
  handle(
    req: IncomingMessage,
    res: ServerResponse,
    isAllowed: (caller: string, access: Access) => boolean,
  ): Promise<void>
  /** Finds an object for an AWS service, without checking a role. */
  read(bucket: string, key: string): LocalObject | undefined
  /** Writes an object for an AWS service and notifies as for any other. */
  write(
    bucket: string,
    key: string,
    body: Iterable<Buffer> | AsyncIterable<Buffer>,
    headers?: Record<string, string>,
  ): Promise<void>
  /** Keys of a bucket under a prefix. */
  keys(bucket: string, prefix: string): string[]
  /** Removes an object. A missing one is not an error. */
  remove(bucket: string, key: string): Promise<void>
  /** Applies the lifecycle rules. `now` is in milliseconds. */
  sweep(now: number): Promise<void>
  close(): Promise<void>
}

/** Opens the buckets in a folder and removes files left by a crash. */
export function createS3(options: S3Options): S3Handler {
  const catalog = openCatalog(options.folder)
  const content = createContent(join(options.folder, 'content'))
  const deps: S3Deps = { catalog, content, now: options.now, onObjectCreated: options.onObjectCreated }
  const known = catalog.files()
  const opened = content.removeUnused(file => known.has(file))

  async function answer(
    request: S3Request,
    isAllowed: (caller: string, access: Access) => boolean,
  ): Promise<S3Response> {
    if (request.method === 'OPTIONS') return preflight(corsRules(options.corsOf(request.bucket)), request.headers)
    const isForm = (request.headers['content-type'] ?? '').startsWith('multipart/form-data')
    if (request.method === 'POST' && request.key === '' && isForm)
      return postObject({ s3: deps, secretOf: options.secretOf, isAllowed }, request)
    const signer = authenticate(request, options.secretOf, options.now())
    const operation = findOperation(request)
    for (const access of operation.accessOf(request)) if (!isAllowed(signer.caller, access)) throw accessDenied()
    return operation.run({ deps, request, signer, isAllowed: access => isAllowed(signer.caller, access) })
  }

  return {
    async handle(req, res, isAllowed) {
      try {
        await opened
        const request = readRequest(req)
        if (request.method !== 'OPTIONS') {
          const rules = request.headers.origin === undefined ? [] : corsRules(options.corsOf(request.bucket))
          const cors = corsHeaders(rules, request.method, request.headers.origin)
          for (const [header, value] of Object.entries(cors)) res.setHeader(header, value)
        }
        await send(res, await answer(request, isAllowed))
      } catch (error) {
        fail(req, res, error)
      }
    },

    read(bucket, key) {
      const object = catalog.find(bucket, key)
      if (!object) return undefined
      const { size, etag, headers, segments } = object
      return { size, etag, headers, stream: (start, end) => content.read(segments, start, end) }
    },

    async write(bucket, key, body, headers = {}) {
      await opened
      const { file, size, md5: etag } = await content.receive(toAsync(body))
      await commit(deps, { bucket, key, size, etag, modified: options.now(), headers, segments: [{ file, size }] })
    },

    keys(bucket, prefix) {
      const keys: string[] = []
      for (const { key } of catalog.from(bucket, prefix)) {
        if (!key.startsWith(prefix)) break
        keys.push(key)
      }
      return keys
    },

    remove: (bucket, key) => removeObject(deps, bucket, key),
    sweep: now => sweep(deps, bucket => lifecycleRules(options.lifecycleOf(bucket)), now),

    async close() {
      await opened
      catalog.close()
    },
  }
}

async function* toAsync(body: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* body
}

function fail(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  if (!(error instanceof S3Error) && !req.destroyed) printDefect('S3', error)
  // Drains the body: some clients read the response only after sending all of it.
  req.resume()
  if (res.headersSent) {
    res.destroy()
    return
  }
  const known = error instanceof S3Error ? error : new S3Error('InternalError', 'We encountered an internal error.')
  const answer = errorResponse(known)
  respond(res, req.method === 'HEAD' ? { ...answer, body: '' } : answer)
}
