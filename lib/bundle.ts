import { rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type InputOptions, type OutputOptions, type RolldownOutput, rolldown } from 'rolldown'
import { FUNCTIONS } from '../lambdas/contract/functions.ts'

const ROOT = join(import.meta.dirname, '..')

/** The entry file of each function, by its name. */
export function lambdaEntries(): Record<string, string> {
  return Object.fromEntries(Object.entries(FUNCTIONS).map(([name, file]) => [name, join(ROOT, 'lambdas', file)]))
}

/** Bundles every function into `{name}/index.cjs` of a new folder. */
export async function bundleLambdas(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  await Promise.all(Object.entries(lambdaEntries()).map(([name, entry]) => bundle(entry, join(folder, name))))
}

/**
 * Bundles a file as `index.cjs` of a folder and each module behind an `import()` as a file beside it
 * (docs/decisions/cold-starts.md). Packages of `external` are imported instead.
 */
export async function bundle(entry: string, folder: string, external: RegExp[] = []): Promise<void> {
  await write(folder, await generate({ input: { index: entry }, external }, { ...OUTPUT, minify: true }))
}

/**
 * Packages that Lambda's runtime provides. Functions import them, because bundling them would take most of the time.
 */
const RUNTIME = [/^@aws-sdk\//]

/**
 * Bundles every function into `{name}/index.cjs` of a folder, for development. This is fast because modules that
 * several functions use are bundled once, into files that they share. Returns each function's code, which changes if a
 * shared file changes.
 */
export async function bundleForDevelopment(folder: string): Promise<Map<string, string>> {
  const output = await generate(
    { input: lambdaEntries(), external: RUNTIME },
    { ...OUTPUT, entryFileNames: '[name]/index.cjs', chunkFileNames: '[name]-[hash].cjs' },
  )
  await write(folder, output)
  return new Map(output.flatMap(file => (file.type === 'chunk' && file.isEntry ? [[file.name, file.code]] : [])))
}

async function generate(input: InputOptions, options: OutputOptions): Promise<RolldownOutput['output']> {
  const build = await rolldown({ ...INPUT, ...input })
  try {
    const { output } = await build.generate(options)
    return output
  } finally {
    await build.close()
  }
}

async function write(folder: string, output: RolldownOutput['output']): Promise<void> {
  for (const file of output) {
    const path = join(folder, file.fileName)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, file.type === 'chunk' ? file.code : withoutSources(file.source))
  }
}

/** A source map without the text of the sources: Node parses it at every cold start. */
function withoutSources(map: string | Uint8Array): string {
  return JSON.stringify({ ...JSON.parse(String(map)), sourcesContent: undefined })
}

const INPUT: InputOptions = {
  cwd: ROOT,
  platform: 'node',
  resolve: {
    mainFields: ['module', 'main'],
    alias: { '@aws-sdk/credential-provider-node': join(ROOT, 'lambdas/runtime/credentials.ts') },
  },
  // Drops the SDK's schemas of operations that are never called. Reading a property has no effect in any package.
  treeshake: { propertyReadSideEffects: false },
  optimization: { inlineConst: { mode: 'all', pass: 3 } },
}

const OUTPUT: OutputOptions = {
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name].cjs',
  sourcemap: true,
}
