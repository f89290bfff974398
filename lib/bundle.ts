import { rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type InputOptions, type OutputOptions, rolldown } from 'rolldown'
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

interface BundleOptions {
  minify?: boolean
  /** Packages that are imported instead of bundled. */
  external?: RegExp[]
}

/**
 * Bundles a file as `index.cjs` of a folder and each module behind an `import()` as a file beside it
 * (docs/decisions/cold-starts.md). Returns the paths of all sources.
 */
export async function bundle(
  entry: string,
  folder: string,
  { minify = true, external }: BundleOptions = {},
): Promise<string[]> {
  const build = await rolldown({ ...INPUT, input: { index: entry }, external })
  try {
    const { output } = await build.generate({ ...OUTPUT, minify })
    await mkdir(folder, { recursive: true })
    for (const file of output)
      await writeFile(join(folder, file.fileName), file.type === 'chunk' ? file.code : withoutSources(file.source))
    return output.flatMap(file => (file.type === 'chunk' ? file.moduleIds : []))
  } finally {
    await build.close()
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
