import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, parse } from 'acorn'
import { transformSync } from 'esbuild'

const ROOT = join(import.meta.dirname, '../..')

export interface FoundRegExp {
  file: string
  pattern: RegExp
}

/** Every regular expression that stands literally in the TypeScript files below the folders. */
export function regexLiterals(folders: string[]): FoundRegExp[] {
  return folders
    .flatMap(folder => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }))
    .filter(file => !file.endsWith('.d.ts'))
    .sort()
    .flatMap(file => {
      const { code } = transformSync(readFileSync(join(ROOT, file), 'utf8'), {
        loader: file.endsWith('x') ? 'tsx' : 'ts',
        target: 'esnext',
        jsx: 'automatic',
      })
      return literalsIn(parse(code, { ecmaVersion: 'latest', sourceType: 'module' })).map(pattern => ({
        file,
        pattern,
      }))
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
