import { join, relative, sep } from 'node:path'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import type { HEADED_PAGES, TEXT_PAGES } from '../../lambdas/contract/pages.ts'
import { fewerChunks } from './chunks.ts'
import { bareAmplify, browserZod, bundledConverter, reactOnce } from './plugins.ts'
import type { Sample } from './sample.ts'

const WEB = join(import.meta.dirname, '..')

/** The oldest browsers that support `light-dark()`, `<dialog>`, `popover` and WebCodecs audio. */
export const BROWSERS = ['chrome123', 'firefox128', 'safari17.5']

/**
 * Makes Chromium compile all functions of a script on another thread while it loads, instead of each at its first call
 * on the main thread (v8.dev/blog/explicit-compile-hints). Other browsers ignore it.
 */
const COMPILED_AHEAD = '//# allFunctionsCalledOnLoad'

/**
 * URLs of the initial scripts: the page's entry, its static imports, and the script that runs before the first paint.
 */
interface Scripts {
  main: string
  prefetch: string
  imports: string[]
  /** Additional scripts of each text page. */
  texts: Record<TextPage, string[]>
}

type TextPage = (typeof TEXT_PAGES)[number]

interface ScriptOptions {
  /** URLs of stylesheets that scripts add. */
  styles: { member: string; letters: string }
  /** URL of the font with the characters that the home page does not need. */
  font: string
  sample: Sample
}

/** Bundles the page: one chunk for guests, one for members, and one for each rarely visited screen. */
export async function bundleScripts(outDir: string, { styles, font, sample }: ScriptOptions): Promise<Scripts> {
  const common = {
    bundle: true,
    minify: true,
    metafile: true,
    outdir: join(outDir, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    target: BROWSERS,
    logLevel: 'warning',
    // Without a part of zod that the page's subset lacks, every request of a member's screen would fail in the browser.
    logOverride: { 'import-is-undefined': 'error' },
    legalComments: 'linked',
    banner: { js: COMPILED_AHEAD },
    // Keep Korean texts unescaped: escapes would double their size.
    charset: 'utf8',
  } as const
  const page = pageOptions(sample)
  const address = (path: string) => `/${relative(outDir, path).split(sep).join('/')}`
  const worker = await build({
    ...common,
    entryPoints: { converter: join(WEB, 'upload/convert/convert.worker.ts') },
    format: 'esm',
    splitting: true,
  })
  const converter = bundledConverter(address(findOutput(worker.metafile, 'convert.worker.ts')))
  const { metafile } = await build({
    ...common,
    entryPoints: { main: join(WEB, 'main.tsx') },
    format: 'esm',
    splitting: true,
    ...page,
    plugins: [await fewerChunks({ ...common, ...page, format: 'esm' }), converter, ...page.plugins],
    define: {
      ...page.define,
      MEMBER_STYLES: JSON.stringify(styles.member),
      LETTER_STYLES: JSON.stringify(styles.letters),
    },
  })
  const main = findOutput(metafile, 'web/main.tsx')
  const first = new Set([
    ...importedBy(metafile, main),
    ...importedBy(metafile, findOutput(metafile, 'shared/config.ts')),
  ])
  const beside = (loaded: ReadonlySet<string>, ...entries: readonly string[]) => {
    const needed = new Set(entries.flatMap(entry => importedBy(metafile, findOutput(metafile, entry))))
    return [...needed].filter(path => !loaded.has(path)).map(address)
  }
  const inAll = beside(first, 'web/member-app.tsx', 'shared/api.ts')
  const ofScreen = (entry: string) => beside(first, entry).filter(path => !inAll.includes(path))
  const memberFiles = {
    scripts: inAll,
    localSession: ofScreen('session/local-session.ts'),
    hostedSession: ofScreen('session/hosted-session.ts'),
    glossary: ofScreen('glossary/glossary-screen.tsx'),
    review: ofScreen('editor/editor-screen.tsx'),
    styles: styles.member,
    font,
  }
  const prefetch = await build({
    ...common,
    entryPoints: { prefetch: join(WEB, 'prefetch.ts') },
    format: 'iife',
    define: { MEMBER_FILES: JSON.stringify(memberFiles) },
  })
  return {
    main: address(main),
    prefetch: address(findOutput(prefetch.metafile, 'web/prefetch.ts')),
    imports: [...first].filter(path => path !== main).map(address),
    texts: {
      help: beside(first, 'help/help-page.tsx'),
      terms: beside(first, 'legal/terms.tsx'),
      privacy: beside(first, 'legal/privacy.tsx'),
    },
  }
}

/** What the build writes into the documents, shown before the page's scripts run. */
export interface Prerendered {
  GUEST_SCREENS: Record<'home' | 'notFound' | TextPage, { html: string; title?: string }>
  HEADED_SCREENS: Record<(typeof HEADED_PAGES)[number], { html: string; title: string }>
  FRAME: string
}

/** Renders the screens of `prerendered.tsx` to HTML. */
export async function prerender(sample: Sample): Promise<Prerendered> {
  const { outputFiles } = await build({
    ...pageOptions(sample),
    entryPoints: [join(WEB, 'prerendered.tsx')],
    // React's browser build opens a message channel, which would keep this process alive.
    alias: { 'react-dom/server': 'react-dom/server.edge' },
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'warning',
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
  return import(`data:text/javascript;base64,${code}`)
}

const pageOptions = (sample: Sample) =>
  ({
    jsx: 'automatic',
    plugins: [browserZod, reactOnce, bareAmplify],
    define: { 'process.env.NODE_ENV': '"production"', SAMPLE: JSON.stringify(sample) },
  }) satisfies BuildOptions

function findOutput(metafile: Metafile, entry: string): string {
  const found = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint?.endsWith(entry))
  if (!found) throw new Error(`esbuild wrote nothing for ${entry}`)
  return found[0]
}

/** A chunk and all of its static imports. */
function importedBy(metafile: Metafile, path: string, found = new Set<string>()): string[] {
  if (found.has(path)) return []
  found.add(path)
  for (const each of metafile.outputs[path]?.imports ?? [])
    if (each.kind === 'import-statement') importedBy(metafile, each.path, found)
  return [...found]
}
