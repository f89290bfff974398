import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { SiteFile } from './files.ts'

/** Sends files with an ETag, compressed as CloudFront would. */
export function createFileServer() {
  const etags = new WeakMap<SiteFile, string>()
  const packed = new Map<string, Promise<Buffer>>()
  return async (req: IncomingMessage, res: ServerResponse, file: SiteFile, status: number, compress: boolean) => {
    const etag = etags.get(file) ?? `"${createHash('md5').update(file.body).digest('hex')}"`
    etags.set(file, etag)
    const headers = {
      'content-type': file.contentType,
      etag,
      ...(file.cacheControl && { 'cache-control': file.cacheControl }),
    }
    if (req.headers['if-none-match'] === etag) return void res.writeHead(304, headers).end()
    const encoding = compress ? encodingFor(req, file) : undefined
    const id = `${etag}${encoding}`
    const body = encoding ? await (packed.get(id) ?? compressed(file.body, encoding)) : file.body
    if (encoding) packed.set(id, Promise.resolve(body))
    const encoded = encoding ? { 'content-encoding': encoding, vary: 'accept-encoding' } : {}
    res.writeHead(status, { ...headers, ...encoded, 'content-length': body.length })
    res.end(req.method === 'HEAD' ? undefined : body)
  }
}

/** CloudFront compresses texts of 1,000 to 10,000,000 bytes. */
function encodingFor(req: IncomingMessage, file: SiteFile): 'br' | 'gzip' | undefined {
  const isText = /^(text\/|application\/(javascript|json|xml|manifest\+json|wasm)|image\/svg)/.test(file.contentType)
  if (!isText || file.body.length < 1000 || file.body.length > 10_000_000) return undefined
  const accepted = String(req.headers['accept-encoding'] ?? '')
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
}

const compressed = (body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> =>
  encoding === 'br'
    ? promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    : promisify(gzip)(body)
