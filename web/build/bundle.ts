import { join, relative } from 'node:path'
import { build, type Rolldown } from 'vite'
import type { TEXT_PAGES } from '../../lambdas/contract/pages.ts'
import type { MemberFiles } from '../prefetch.ts'
import { COMPILED_AHEAD, type Made, pageConfig, WEB } from './config.ts'

const ROOT = join(WEB, '..')

type TextPage = (typeof TEXT_PAGES)[number]

/** Addresses in the built page that its documents refer to. */
export interface Bundle {
  /** `index.html` with its scripts and stylesheet. */
  template: string
  /** The script that runs before the first paint. */
  prefetch: string
  /** The fonts of the first screen and of all others. */
  fonts: { first: string; rest: string }
  /** Additional scripts of each text page. */
  texts: Record<TextPage, string[]>
}

const output = {
  entryFileNames: 'assets/[name]-[hash].js',
  chunkFileNames: 'assets/[name]-[hash].js',
  assetFileNames: 'assets/[name]-[hash][extname]',
  hashCharacters: 'base36',
  postBanner: COMPILED_AHEAD,
  comments: { legal: false },
} as const satisfies Rolldown.OutputOptions

/** Small modules that guests' and members' screens share. They load with every page. */
const SMALL = [
  'lambdas/contract/limits.ts',
  'lambdas/contract/youtube.ts',
  'web/shared/data-use.ts',
  'web/shared/layout/configured.tsx',
  'web/shared/use-form.tsx',
]

/**
 * The files for modules that several parts of the page share, each with lists of entries. A module goes into the first file
 * in which every list has an entry that needs the module. Left alone, Rolldown would write dozens of files, one for each set
 * of parts that share modules, and each costs a request and, on a slow processor, some milliseconds.
 */
const FILES: Record<string, readonly (readonly string[])[]> = {
  main: [['web/main.tsx', ...SMALL]],
  // Precedes `member`, because Amplify UI also imports the sign-in library, in a part that no screen uses.
  session: [['web/shared/session/hosted-session.ts']],
  // The schemas, which `app.tsx` loads in a task of their own before the screens.
  contract: [['web/shared/api.ts']],
  // What the members' screens share with the recut page, which guests may use.
  shared: [['web/member-app.tsx'], ['web/recut/recut-screen.tsx', 'web/editor/local-screen.tsx']],
  member: [['web/member-app.tsx']],
}

/** Rolldown places the engine's modules, because each importer needs only some of them. */
const ENGINE = join(ROOT, 'packages/subtitle-engine/src/index.ts')

function groups(): Rolldown.CodeSplittingGroup[] {
  return Object.entries(FILES).map(([name, lists], n, all) => {
    let needed: Set<string>[] | undefined
    return {
      name: (id, context) => {
        needed ??= lists.map(entries => loadedWith(entries, context))
        return needed.every(modules => modules.has(id)) ? name : null
      },
      debugName: name,
      priority: all.length - n,
    }
  })
}

/** The entries and all modules that they import statically. */
function loadedWith(entries: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>()
  const visit = (id: string) => {
    if (found.has(id) || id === ENGINE) return
    found.add(id)
    for (const each of context.getModuleInfo(id)?.importedIds ?? []) visit(each)
  }
  for (const entry of entries) visit(join(ROOT, entry))
  return found
}

/** Bundles the page into `outDir`. */
export async function bundle(outDir: string, made: Made): Promise<Bundle> {
  const { template, chunks, address } = await bundlePage(outDir, made)
  const inMain = chunks('main.tsx')
  const beside = (loaded: readonly string[], ...entries: readonly string[]) =>
    [...new Set(entries.flatMap(chunks))].filter(path => !loaded.includes(path))
  const inAll = beside(inMain, 'member-app.tsx', 'shared/api.ts')
  const ofScreen = (entry: string) => beside([...inMain, ...inAll], entry)
  const fonts = { first: address('jamak-sans-first.woff2'), rest: address('jamak-sans-rest.woff2') }
  const memberFiles: MemberFiles = {
    scripts: inAll,
    localSession: ofScreen('shared/session/local-session.ts'),
    hostedSession: ofScreen('shared/session/hosted-session.ts'),
    glossary: ofScreen('glossary/glossary-screen.tsx'),
    editor: ofScreen('editor/editor-screen.tsx'),
    styles: address('member-app.css'),
    font: fonts.rest,
  }
  return {
    template,
    prefetch: await bundlePrefetch(outDir, made, memberFiles),
    fonts,
    texts: {
      help: beside(inMain, 'help/help-page.tsx'),
      terms: beside(inMain, 'legal/terms.tsx'),
      privacy: beside(inMain, 'legal/privacy.tsx'),
    },
  }
}

async function bundlePage(outDir: string, made: Made) {
  const config = pageConfig(made)
  const files = filesOf(
    await build({
      ...config,
      worker: { format: 'es', rolldownOptions: { output } },
      build: {
        ...config.build,
        outDir,
        license: { fileName: 'assets/LICENSES.md' },
        modulePreload: false,
        rolldownOptions: { input: 'index.html', output: { ...output, codeSplitting: { groups: groups() } } },
      },
    }),
  )
  const written = files.filter(each => each.type === 'chunk')
  const html = files.find(({ fileName }) => fileName === 'index.html')
  if (html?.type !== 'asset') throw new Error('Vite wrote no index.html')
  return {
    template: String(html.source),
    /** Addresses of a module's chunk and of all its static imports. */
    chunks(entry: string): string[] {
      const chunk = written.find(({ moduleIds, facadeModuleId }) =>
        [facadeModuleId ?? '', ...moduleIds].some(id => relative(WEB, id) === entry),
      )
      if (!chunk) throw new Error(`Vite wrote no script for ${entry}`)
      return importedBy(written, chunk.fileName).map(name => `/${name}`)
    },
    address(name: string): string {
      const asset = files.find(each => each.type === 'asset' && each.names.includes(name))
      if (!asset) throw new Error(`Vite wrote no ${name}`)
      return `/${asset.fileName}`
    },
  }
}

/** Bundles the script that runs before the first paint. It is not a module, because browsers defer modules. */
async function bundlePrefetch(outDir: string, made: Made, memberFiles: MemberFiles): Promise<string> {
  const config = pageConfig(made)
  const [script] = filesOf(
    await build({
      ...config,
      define: { ...config.define, MEMBER_FILES: JSON.stringify(memberFiles) },
      build: {
        ...config.build,
        outDir,
        copyPublicDir: false,
        modulePreload: false,
        // Unsupported browsers must be able to run it, too: it leads them to `old-browser.html`.
        target: 'es2017',
        rolldownOptions: { input: 'prefetch.ts', output: { ...output, format: 'iife' } },
      },
    }),
  )
  return `/${script?.fileName}`
}

function filesOf(result: Awaited<ReturnType<typeof build>>) {
  if (!('output' in result)) throw new Error('Vite has built more than one page')
  return result.output
}

/** A chunk and all of its static imports. */
function importedBy(written: readonly Rolldown.OutputChunk[], name: string, found = new Set<string>()): string[] {
  if (found.has(name)) return []
  found.add(name)
  for (const each of written.find(({ fileName }) => fileName === name)?.imports ?? []) importedBy(written, each, found)
  return [...found]
}
