import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * Scripts that a first signed-out visit of `/` loads: those named in `index.html`, their static imports, and the chunk
 * that reads the settings.
 */
export function eagerScripts(folder: string, html: string): string[] {
  const found = new Set<string>()
  const visit = (path: string) => {
    if (found.has(path)) return
    found.add(path)
    const code = readFileSync(path, 'utf8')
    const imports = /(?:from|import)\s*"\.\/([\w-]+\.js)"|import\("\.\/(config-\w+\.js)"\)/g
    for (const [, now, soon] of code.matchAll(imports)) visit(join(folder, 'assets', now ?? soon ?? ''))
  }
  for (const [, address = ''] of html.matchAll(/<script[^>]*src="([^"]+)"/g)) visit(join(folder, address))
  return [...found]
}

/** Bytes as CloudFront sends them. */
export function gzipped(path: string): number {
  return gzipSync(readFileSync(path), { level: 9 }).length
}
