import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Access } from '../../aws/service.ts'
import { respond } from '../../aws/wire.ts'
import { type S3Answer, send } from './answer.ts'
import { authenticate } from './authenticate.ts'
import { openCatalog } from './catalog.ts'
import { createContent } from './content.ts'
import { commit, type Storage } from './context.ts'
import { corsHeaders, corsRules, preflight } from './cors.ts'
import { errorAnswer, S3Error } from './errors.ts'
import type { S3Handler, S3Options } from './handler.ts'
import { lifecycleRules, sweep } from './lifecycle.ts'
import { operationOf } from './operations.ts'
import { postObject } from './post-object.ts'
import { readRequest, type S3Request } from './request.ts'

export type { ObjectCreated } from './context.ts'
export type { LocalObject, S3Handler, S3Options } from './handler.ts'

/** Opens the buckets in a folder; what a crash left half-done is cleared away. */
export function createS3(options: S3Options): S3Handler {
  const catalog = openCatalog(options.folder)
  const content = createContent(join(options.folder, 'content'))
  const storage: Storage = { catalog, content, now: options.now, onObjectCreated: options.onObjectCreated }
  const known = catalog.files()
  const opened = content.removeUnused(file => known.has(file))

  async function answer(request: S3Request, isAllowed: (caller: string, access: Access) => boolean): Promise<S3Answer> {
    if (request.method === 'OPTIONS') return preflight(corsRules(options.corsOf(request.bucket)), request.headers)
    const isForm = (request.headers['content-type'] ?? '').startsWith('multipart/form-data')
    if (request.method === 'POST' && request.key === '' && isForm)
      return postObject({ storage, secretOf: options.secretOf, isAllowed }, request)
    const signer = authenticate(request, options.secretOf, options.now())
    const operation = operationOf(request)
    for (const access of operation.accessOf(request))
      if (!isAllowed(signer.caller, access)) throw new S3Error('AccessDenied', 'Access Denied')
    return operation.run({ storage, request, signer, isAllowed: access => isAllowed(signer.caller, access) })
  }

  return {
    async handle(req, res, isAllowed) {
      try {
        await opened
        const request = readRequest(req)
        if (request.method !== 'OPTIONS') {
          const rules = request.headers.origin === undefined ? [] : corsRules(options.corsOf(request.bucket))
          const cors = corsHeaders(rules, request.method, request.headers.origin)
          for (const [name, value] of Object.entries(cors)) res.setHeader(name, value)
        }
        await send(res, await answer(request, isAllowed))
      } catch (error) {
        fail(req, res, error)
      }
    },

    read(bucket, key) {
      const object = catalog.find(bucket, key)
      if (!object) return undefined
      const { size, etag, modified, headers, segments } = object
      return { size, etag, modified, headers, stream: (start, end) => content.read(segments, start, end) }
    },

    async write(bucket, key, body, headers = {}) {
      await opened
      const { file, size, md5: etag } = await content.receive(toAsync(body))
      const segments = [{ file, size }]
      await commit(storage, {
        bucket,
        key,
        size,
        etag,
        modified: options.now(),
        headers,
        segments,
        checksum: undefined,
      })
    },

    keys(bucket, prefix) {
      const keys: string[] = []
      for (const { key } of catalog.from(bucket, prefix)) {
        if (!key.startsWith(prefix)) break
        keys.push(key)
      }
      return keys
    },

    async remove(bucket, key) {
      const object = catalog.find(bucket, key)
      catalog.remove(bucket, key)
      if (object) await content.remove(object.segments)
    },

    sweep: now => sweep(storage, bucket => lifecycleRules(options.lifecycleOf(bucket)), now),

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
  if (!(error instanceof S3Error) && !req.destroyed) console.error(error)
  // What the client still sends is read away: it may look for the answer only when it has sent everything.
  req.resume()
  if (res.headersSent) {
    res.destroy()
    return
  }
  const known = error instanceof S3Error ? error : new S3Error('InternalError', 'We encountered an internal error.')
  respond(res, req.method === 'HEAD' ? { ...errorAnswer(known), body: '' } : errorAnswer(known))
}
