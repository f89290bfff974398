import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { lookup } from 'mrmime'
import * as z from 'zod'
import type { HostRewriter } from '../template/hosts.ts'
import type { Assembly } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'

/** A file of the site, as its bucket would hold it. */
export interface SiteFile {
  body: Buffer
  contentType: string
  cacheControl: string | undefined
}

/** Unsupported features of BucketDeployment are refused. */
const unused = z.never().optional()
const deploymentSchema = z.object({
  SourceObjectKeys: z.array(z.string()),
  SourceMarkers: z.array(z.record(z.string(), z.unknown())).default([]),
  SourceMarkersConfig: z.array(z.object({ jsonEscape: z.boolean().optional() })).default([]),
  DestinationBucketName: z.string(),
  DestinationBucketKeyPrefix: unused,
  SystemMetadata: z.strictObject({ 'cache-control': z.string().optional() }).default({}),
  Exclude: unused,
  Include: unused,
})

/** Reads the files that every `BucketDeployment` of the template puts into a bucket, by bucket name and key. */
export async function readDeployments(
  assembly: Assembly,
  resolver: Resolver,
  hosts: HostRewriter,
): Promise<Map<string, Map<string, SiteFile>>> {
  const buckets = new Map<string, Map<string, SiteFile>>()
  for (const resource of assembly.ofType('Custom::CDKBucketDeployment')) {
    const deployment = resolver.read(resource, deploymentSchema)
    const files = buckets.get(deployment.DestinationBucketName) ?? new Map<string, SiteFile>()
    buckets.set(deployment.DestinationBucketName, files)
    for (const [index, asset] of deployment.SourceObjectKeys.entries()) {
      const folder = assembly.assetPath(asset)
      const markers = deployment.SourceMarkers[index] ?? {}
      const isJson = deployment.SourceMarkersConfig[index]?.jsonEscape === true
      for (const key of await keysIn(folder))
        files.set(key, {
          body: fillMarkers(await readFile(join(folder, key)), markers, isJson, hosts),
          contentType: lookup(key) ?? 'binary/octet-stream',
          cacheControl: deployment.SystemMetadata['cache-control'],
        })
    }
  }
  return buckets
}

async function keysIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

/** Replaces the markers in a file by values that are only known at deployment. */
function fillMarkers(body: Buffer, markers: Record<string, unknown>, isJson: boolean, hosts: HostRewriter): Buffer {
  const entries = Object.entries(markers)
  if (entries.length === 0) return body
  const text = entries.reduce((result, [marker, value]) => {
    const plain = String(value)
    return result.replaceAll(marker, () => (isJson ? JSON.stringify(plain).slice(1, -1) : plain))
  }, body.toString())
  return Buffer.from(hosts.text(text))
}

/**
 * Sends a file with an ETag and the given status, compressed as CloudFront does. With status 200 it also serves the
 * range that a media player requests.
 */
export function createFileServer() {
  const etags = new WeakMap<SiteFile, string>()
  const packed = new Map<string, Promise<Buffer>>()
  return async (
    req: IncomingMessage,
    res: ServerResponse,
    file: SiteFile,
    { compress, status }: { compress: boolean; status: number },
  ): Promise<void> => {
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
    const range = encoding || status !== 200 ? undefined : parseRange(req.headers.range, body.length)
    if (range) {
      const [from, to] = range
      const partial = { 'content-range': `bytes ${from}-${to}/${body.length}`, 'content-length': to - from + 1 }
      res.writeHead(206, { ...headers, 'accept-ranges': 'bytes', ...partial })
      return void res.end(req.method === 'HEAD' ? undefined : body.subarray(from, to + 1))
    }
    const encoded = encoding ? { 'content-encoding': encoding, vary: 'accept-encoding' } : { 'accept-ranges': 'bytes' }
    res.writeHead(status, { ...headers, ...encoded, 'content-length': body.length })
    res.end(req.method === 'HEAD' ? undefined : body)
  }
}

/**
 * First and last byte of a single satisfiable range, as media players request it. Anything else gets the whole file.
 */
function parseRange(header: string | undefined, length: number): [from: number, to: number] | undefined {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? []
  const from = Number(first)
  const to = Math.min(last ? Number(last) : length - 1, length - 1)
  return first !== undefined && from <= to ? [from, to] : undefined
}

/** CloudFront compresses text files of 1,000 to 10,000,000 bytes. */
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
