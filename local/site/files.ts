import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import * as z from 'zod'
import type { HostRewriter } from '../template/hosts.ts'
import type { Assembly } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'

/** A file of the site as its bucket holds it. */
export interface SiteFile {
  body: Buffer
  contentType: string
  cacheControl: string | undefined
}

const deploymentSchema = z.object({
  SourceObjectKeys: z.array(z.string()),
  SourceMarkers: z.array(z.record(z.string(), z.unknown())).default([]),
  SourceMarkersConfig: z.array(z.object({ jsonEscape: z.boolean().optional() })).default([]),
  DestinationBucketName: z.string(),
  DestinationBucketKeyPrefix: z.string().default(''),
  SystemMetadata: z.record(z.string(), z.string()).default({}),
  Exclude: z.array(z.string()).default([]),
  Include: z.array(z.string()).default([]),
})

/** What every `BucketDeployment` of the template puts into its bucket: bucket name, then key. */
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
    const takes = selection(deployment.Exclude, deployment.Include)
    for (const [index, key] of deployment.SourceObjectKeys.entries()) {
      const folder = assembly.assetPath(key)
      const markers = deployment.SourceMarkers[index] ?? {}
      const isJson = deployment.SourceMarkersConfig[index]?.jsonEscape === true
      for (const path of await filesIn(folder)) {
        if (!takes(path)) continue
        const body = fill(await readFile(join(folder, path)), markers, isJson, hosts)
        const cacheControl = deployment.SystemMetadata['cache-control']
        files.set(joinKey(deployment.DestinationBucketKeyPrefix, path), {
          body,
          contentType: deployment.SystemMetadata['content-type'] ?? contentTypeOf(path),
          cacheControl,
        })
      }
    }
  }
  return buckets
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

/** Puts the values that only a deployment knows where the synthesized file has markers. */
function fill(body: Buffer, markers: Record<string, unknown>, isJson: boolean, hosts: HostRewriter): Buffer {
  const entries = Object.entries(markers)
  if (entries.length === 0) return body
  const text = entries.reduce((result, [marker, value]) => {
    const plain = String(value)
    return result.replaceAll(marker, () => (isJson ? JSON.stringify(plain).slice(1, -1) : plain))
  }, body.toString())
  return Buffer.from(hosts.text(text))
}

const joinKey = (prefix: string, path: string) => (prefix ? `${prefix.replace(/\/$/, '')}/${path}` : path)

/** The CLI's order: all files, without the excluded, with the included again. */
function selection(exclude: string[], include: string[]): (path: string) => boolean {
  const [out, back] = [exclude.map(glob), include.map(glob)]
  return path => !out.some(one => one.test(path)) || back.some(one => one.test(path))
}

function glob(pattern: string): RegExp {
  const source = pattern
    .replace(/[\\^$+.()|{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${source}$`, 's')
}

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'application/javascript',
  '.mjs': 'application/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/vnd.microsoft.icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
  '.wasm': 'application/wasm',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt',
}

function contentTypeOf(path: string): string {
  return TYPES[extname(path).toLowerCase()] ?? 'binary/octet-stream'
}
