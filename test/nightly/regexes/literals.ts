import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Node, parse } from 'acorn'
import { buildSync } from 'esbuild'

const ROOT = join(import.meta.dirname, '../../..')

export interface FoundRegExp {
  file: string
  pattern: RegExp
}

/** Every regular expression literal in the TypeScript files of the folders. */
export function regexLiterals(folders: string[]): FoundRegExp[] {
  const files = folders
    .flatMap(folder => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }))
    .filter(file => !file.endsWith('.d.ts'))
    .sort()
  // One call for all files: each call of esbuild's synchronous functions starts a process.
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: files,
    outbase: '.',
    outdir: 'out',
    write: false,
    metafile: true,
    target: 'esnext',
    jsx: 'automatic',
  })
  return outputFiles.flatMap(({ path, text }) => {
    const { entryPoint: file = '' } = metafile.outputs[relative(ROOT, path)] ?? {}
    return literalsIn(parse(text, { ecmaVersion: 'latest', sourceType: 'module' })).map(pattern => ({ file, pattern }))
  })
}

function literalsIn(value: unknown): RegExp[] {
  if (Array.isArray(value)) return value.flatMap(literalsIn)
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return []
  if (isRegExpLiteral(value)) return [value.value]
  return Object.values(value).flatMap(literalsIn)
}

const isRegExpLiteral = (node: object): node is Node & { value: RegExp } =>
  'type' in node && node.type === 'Literal' && 'value' in node && node.value instanceof RegExp
