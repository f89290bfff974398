import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * Scripts that a first signed-out visit of `/` loads: those named in `index.html` and their static imports.
 */
export function eagerScripts(folder: string, html: string): string[] {
  const found = new Set<string>()
  const visit = (path: string) => {
    if (found.has(path)) return
    found.add(path)
    const code = readFileSync(path, 'utf8')
    for (const [, name = ''] of code.matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g))
      visit(join(folder, 'assets', name))
  }
  for (const [, address = ''] of html.matchAll(/<script[^>]*src="([^"]+)"/g)) visit(join(folder, address))
  return [...found]
}

/** Bytes as CloudFront sends them. */
export function gzipped(path: string): number {
  return gzipSync(readFileSync(path), { level: 9 }).length
}
