import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'

const ROOT = join(import.meta.dirname, '../..')
const ENTRY = 'web/main.tsx'
/** Loaded on every visit: all of the page that is not in its entry, and the settings with the part of zod they need. */
const EVERY_VISIT = ['web/app.tsx', 'web/shared/config.ts']
const MEMBERS = 'web/member-app.tsx'
/** Loaded for every member. */
const EVERY_MEMBER = [MEMBERS, 'web/shared/api.ts']
/** Small modules that several parts for guests share with the members' screens: one file, which loads with the first of these parts. */
const SHARED = [
  'lambdas/contract/group.ts',
  'lambdas/contract/limits.ts',
  'lambdas/contract/youtube.ts',
  'lambdas/contract/youtube-text.ts',
  'web/shared/layout/configured.tsx',
  'web/upload/media/load.ts',
  'web/shared/personal-data.ts',
]

/**
 * Puts modules that load together into few files, because each file costs a slow processor some milliseconds and is
 * compressed separately. esbuild writes a file for each set of entries that reach the same modules, and every dynamic
 * import is an entry, so a dozen dialogs split the modules that all screens share into dozens of files. With this
 * plugin, each part that loads later also imports what has been loaded by then. Such an import runs and fetches nothing
 * new, but makes the sets equal.
 */
export async function fewerChunks(options: BuildOptions): Promise<Plugin> {
  const { metafile } = await build({
    ...options,
    entryPoints: [join(ROOT, ENTRY)],
    outdir: ROOT,
    metafile: true,
    write: false,
  })
  const imports = buildImports(metafile)
  return {
    name: 'fewer-chunks',
    setup(build) {
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        const before = imports.get(relative(ROOT, path).split(sep).join('/'))
        if (!before) return undefined
        const lines = before.map(each => `import ${JSON.stringify(join(ROOT, each))};`)
        return {
          contents: lines.join('') + (await readFile(path, 'utf8')),
          loader: extname(path) === '.tsx' ? 'tsx' : 'ts',
        }
      })
    },
  }
}

/** For each part that is loaded later, the modules that have been loaded by then. */
function buildImports(metafile: Metafile): Map<string, string[]> {
  const open = reachable(metafile, MEMBERS)
  const imports = new Map<string, string[]>()
  for (const part of lateParts(metafile)) {
    const ofMembers = open.has(part) ? [] : EVERY_MEMBER
    const before = [...EVERY_VISIT, ...(EVERY_VISIT.includes(part) ? [] : SHARED), ...ofMembers]
    imports.set(
      part,
      before.filter(each => each !== part),
    )
  }
  return imports
}

function lateParts(metafile: Metafile): Set<string> {
  const all = Object.values(metafile.inputs).flatMap(({ imports }) => imports)
  return new Set(
    all.filter(({ kind, path }) => kind === 'dynamic-import' && path in metafile.inputs).map(({ path }) => path),
  )
}

/** Modules that can be loaded without loading `barrier` first. */
function reachable(metafile: Metafile, barrier: string): Set<string> {
  const found = new Set<string>()
  const visit = (path: string) => {
    if (path === barrier || found.has(path)) return
    found.add(path)
    for (const each of metafile.inputs[path]?.imports ?? []) visit(each.path)
  }
  visit(ENTRY)
  return found
}
