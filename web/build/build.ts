import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, sep } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { amplifyStyles } from './amplify-theme.ts'
import { buildSample } from './sample.ts'
import { BROWSERS, bundleScripts } from './scripts.ts'

const WEB = join(import.meta.dirname, '..')
// The font's licence has to be distributed with the font.
const FONT_LICENCE = join(
  dirname(createRequire(import.meta.url).resolve('pretendard/package.json')),
  'dist',
  'LICENSE.txt',
)

/**
 * Builds the page into `outDir`: scripts, styles and fonts under `assets/`, named by their content so that they can be
 * cached for ever, beside `index.html` and the icons. Nothing is inline, so a strict content security policy holds.
 */
export async function buildWeb(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
  await mkdir(join(outDir, 'assets'), { recursive: true })
  const styles = await bundleStyles(outDir)
  const sample = await buildSample(outDir)
  const scripts = await bundleScripts(outDir, { memberStyles: styles.member, sample })
  const template = await readFile(join(WEB, 'index.html'), 'utf8')
  await writeFile(join(outDir, 'index.html'), fill(template, { ...styles, ...scripts, preloads: preloads(scripts) }))
  await cp(FONT_LICENCE, join(outDir, 'assets', 'PRETENDARD-LICENSE.txt'))
  await cp(join(WEB, 'public'), outDir, { recursive: true, filter: source => !basename(source).startsWith('.') })
}

function preloads(scripts: { imports: string[] }): string {
  return scripts.imports.map(path => `<link rel="modulepreload" href="${path}" />`).join('\n    ')
}

/** Replaces each `{{name}}` of the template by its value; throws for a name without one. */
function fill(template: string, values: Record<string, string | string[]>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (typeof value !== 'string') throw new Error(`index.html asks for {{${name}}}, which the build does not make`)
    return value
  })
}

/** Addresses of the stylesheets: of every screen, of the fonts, and of the members' screens. */
interface Styles {
  app: string
  fonts: string
  member: string
}

/** Bundles the stylesheets and copies their fonts under hashed names. */
async function bundleStyles(outDir: string): Promise<Styles> {
  const { metafile } = await build({
    entryPoints: {
      app: join(WEB, 'styles', 'app.css'),
      fonts: join(WEB, 'styles', 'fonts.css'),
      member: join(WEB, 'styles', 'member.css'),
    },
    bundle: true,
    minify: true,
    metafile: true,
    outdir: join(outDir, 'assets'),
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file' },
    target: BROWSERS,
    logLevel: 'warning',
    legalComments: 'linked',
    plugins: [amplifyTheme],
  })
  const address = (name: keyof Styles) => {
    const path = Object.keys(metafile.outputs).find(each => new RegExp(`/${name}-\\w+\\.css$`).test(each))
    if (!path) throw new Error(`esbuild wrote no ${name}.css`)
    return `/${relative(outDir, path).split(sep).join('/')}`
  }
  return { app: address('app'), fonts: address('fonts'), member: address('member') }
}

/** Resolves `@import 'amplify-theme'` to Amplify UI's component styles in this site's theme. */
const amplifyTheme: Plugin = {
  name: 'amplify-theme',
  setup(build) {
    build.onResolve({ filter: /^amplify-theme$/ }, () => ({ path: 'amplify-theme', namespace: 'theme' }))
    build.onLoad({ filter: /.*/, namespace: 'theme' }, async () => ({ contents: await amplifyStyles(), loader: 'css' }))
  },
}
