import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'

/**
 * Names source files and lines in stack traces of a bundle. The bundler puts this module in front of every function
 * (`lib/lambda-function.ts`). Node's own `--enable-source-maps` parses the map at every cold start; this reads it when
 * somebody first looks at a stack.
 */
export function nameSources(bundle: string): void {
  const map = lazy(() => new SourceMap(readMap(`${bundle}.map`)))
  Error.prepareStackTrace = (error, sites) =>
    [headOf(error), ...sites.map(site => `    at ${siteText(site, bundle, map)}`)].join('\n')
}

function readMap(file: string): SourceMapPayload {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function headOf(error: unknown): string {
  try {
    return String(error)
  } catch {
    return '<error>'
  }
}

/** A call site as V8 prints it, with the place in the source instead of the place in the bundle. */
function siteText(site: NodeJS.CallSite, bundle: string, map: () => SourceMap | undefined): string {
  const text = String(site)
  if (site.getFileName() !== bundle) return text
  const [line, column] = [site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0]
  const entry = map()?.findEntry(line - 1, column - 1)
  if (!entry || !('originalSource' in entry)) return text
  const source = entry.originalSource.replace(/^(\.\.\/)+/, '')
  return text.replace(`${bundle}:${line}:${column}`, `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`)
}

/** The value, made at the first call; undefined where making it failed, so that an error never hides another. */
function lazy<Value>(make: () => Value): () => Value | undefined {
  let made: { value: Value | undefined } | undefined
  return () => {
    try {
      made ??= { value: make() }
    } catch {
      made = { value: undefined }
    }
    return made.value
  }
}
