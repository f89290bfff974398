import { join, relative, sep } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import type { Sample } from './sample.ts'

const WEB = join(import.meta.dirname, '..')

/** The oldest browsers that support `light-dark()`, `<dialog>`, `popover` and WebCodecs audio. */
export const BROWSERS = ['chrome123', 'firefox128', 'safari17.5']

/** Addresses of the first scripts: the page's entry, its static imports, and the script that sets the colours early. */
interface Scripts {
  main: string
  colourMode: string
  imports: string[]
}

/** Bundles the page: one chunk for guests, one for members, and one for each screen that few visitors open. */
export async function bundleScripts(
  outDir: string,
  { memberStyles, sample }: { memberStyles: string; sample: Sample },
): Promise<Scripts> {
  const common = {
    bundle: true,
    minify: true,
    metafile: true,
    outdir: join(outDir, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    target: BROWSERS,
    logLevel: 'warning',
    legalComments: 'linked',
  } as const
  const [page, early] = await Promise.all([
    build({
      ...common,
      entryPoints: { main: join(WEB, 'main.tsx') },
      format: 'esm',
      splitting: true,
      jsx: 'automatic',
      plugins: [browserZod],
      define: {
        'process.env.NODE_ENV': '"production"',
        MEMBER_STYLES: JSON.stringify(memberStyles),
        SAMPLE: JSON.stringify(sample),
      },
    }),
    build({ ...common, entryPoints: { 'colour-mode': join(WEB, 'colour-mode-early.ts') }, format: 'iife' }),
  ])
  const main = entryOf(page.metafile, 'main.tsx')
  const address = (path: string) => `/${relative(outDir, path).split(sep).join('/')}`
  return {
    main: address(main.path),
    colourMode: address(entryOf(early.metafile, 'colour-mode-early.ts').path),
    imports: main.imports.map(address),
  }
}

function entryOf(metafile: Metafile, entry: string): { path: string; imports: string[] } {
  const found = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint?.endsWith(`/${entry}`))
  if (!found) throw new Error(`esbuild wrote nothing for ${entry}`)
  const [path, output] = found
  return { path, imports: output.imports.filter(each => each.kind === 'import-statement').map(each => each.path) }
}

/** Replaces `zod` by the parts that the contract uses: its own entry adds locales, JSON Schema and a code generator. */
const browserZod: Plugin = {
  name: 'browser-zod',
  setup(build) {
    build.onResolve({ filter: /^zod$/ }, () => ({ path: join(import.meta.dirname, 'zod-parts.js') }))
  },
}
