import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { type Node, parse } from 'acorn'
import { buildSync, transformSync } from 'esbuild'

const ROOT = join(import.meta.dirname, '../../..')

/** Number of `RegExp(…)` and `new RegExp(…)` calls per TypeScript file in the folders. */
export function countBuiltRegexes(folders: string[]): Map<string, number> {
  const makers = new Map<string, number>()
  for (const file of folders.flatMap(folder => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT })).sort()) {
    const source = readFileSync(join(ROOT, file), 'utf8')
    if (!source.includes('RegExp(')) continue
    const { code } = transformSync(source, { loader: file.endsWith('x') ? 'tsx' : 'ts', target: 'esnext' })
    const made = callsIn(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }))
    if (made > 0) makers.set(file, made)
  }
  return makers
}

function callsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + callsIn(each), 0)
  if (typeof value !== 'object' || value === null) return 0
  const below = Object.values(value).reduce<number>((sum, each) => sum + callsIn(each), 0)
  return below + (isCall(value) && value.callee.type === 'Identifier' && value.callee.name === 'RegExp' ? 1 : 0)
}

const isCall = (node: object): node is Node & { callee: { type: string; name?: string } } =>
  'type' in node && (node.type === 'NewExpression' || node.type === 'CallExpression') && 'callee' in node

/**
 * The patterns that a file creates while it is loaded and while `use` calls its exports. The file is bundled alone,
 * with a `RegExp` that records what it creates.
 */
export function regexesBuiltBy<Exports>(file: string, use: (exports: Exports) => void): RegExp[] {
  const { outputFiles } = buildSync({
    entryPoints: [join(ROOT, file)],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    packages: 'external',
    logLevel: 'silent',
  })
  const made: RegExp[] = []
  const keeping = new Proxy(RegExp, {
    construct(target, given) {
      const pattern: RegExp = Reflect.construct(target, given)
      made.push(pattern)
      return pattern
    },
  })
  const module: { exports: Exports } = { exports: Object.create(null) }
  const load: unknown = runInThisContext(`(function (RegExp, module, exports, require) {${outputFiles[0]?.text}\n})`)
  if (typeof load !== 'function') throw new Error(`${file} cannot be loaded`)
  load(keeping, module, module.exports, process.getBuiltinModule('node:module').createRequire(join(ROOT, file)))
  use(module.exports)
  return made
}
