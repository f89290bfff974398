import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, sep } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { DOCUMENTS, HEADED_PAGES, TEXT_PAGES } from '../../lambdas/contract/pages.ts'
import { amplifyStyles } from './amplify-theme.ts'
import { buildFonts } from './fonts.ts'
import { buildSample } from './sample.ts'
import { BROWSERS, bundleScripts, prerender } from './scripts.ts'

const WEB = join(import.meta.dirname, '..')
// The font's licence must be distributed with the font.
const FONT_LICENCE = join(
  dirname(createRequire(import.meta.url).resolve('pretendard/package.json')),
  'dist',
  'LICENSE.txt',
)

/**
 * Builds the page into `outDir`: scripts, styles and fonts under `assets/`, with content hashes in their names so that
 * they can be cached forever, plus `index.html` and the icons. Nothing is inline, so a strict content security policy
 * works.
 */
export async function buildWeb(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
  await mkdir(join(outDir, 'assets'), { recursive: true })
  const sample = await buildSample(outDir)
  const { GUEST_SCREENS, HEADED_SCREENS, FRAME } = await prerender(sample)
  const { home, notFound, ...texts } = GUEST_SCREENS
  const firstScreens = [home, notFound, ...HEADED_PAGES.map(page => HEADED_SCREENS[page])]
  const fonts = await buildFonts(outDir, firstScreens.map(({ html }) => html).join(''))
  const styles = await bundleStyles(outDir, fonts.css)
  const scripts = await bundleScripts(outDir, { styles, font: fonts.rest, sample })
  const template = await readFile(join(WEB, 'index.html'), 'utf8')
  const { app } = styles
  const { main, prefetch, imports } = scripts
  const common = { app, main, prefetch, font: fonts.first, preloads: preloads(imports), title: TITLE }
  const write = (name: keyof typeof DOCUMENTS, values: Record<string, string>) =>
    writeFile(join(outDir, DOCUMENTS[name]), fill(template, { ...common, ...values }))
  await write('home', { ...home, prerendered: 'guest' })
  await write('notFound', { ...notFound, prerendered: 'guest' })
  await write('page', { html: FRAME, prerendered: 'frame' })
  for (const page of HEADED_PAGES) await write(page, { ...HEADED_SCREENS[page], prerendered: 'frame' })
  for (const text of TEXT_PAGES) {
    const needed = `${preloadFont(fonts.rest)}\n    ${preloads([...imports, ...scripts.texts[text]])}`
    await write(text, { ...texts[text], prerendered: 'guest', preloads: needed })
  }
  await cp(FONT_LICENCE, join(outDir, 'assets', 'PRETENDARD-LICENSE.txt'))
  await cp(join(WEB, 'public'), outDir, { recursive: true, filter: source => !basename(source).startsWith('.') })
}

const TITLE = 'Jamak 자막 | 영어 영상을 한국어 자막으로'

function preloadFont(address: string): string {
  return `<link rel="preload" href="${address}" as="font" type="font/woff2" crossorigin="anonymous" />`
}

function preloads(scripts: readonly string[]): string {
  return scripts.map(path => `<link rel="modulepreload" href="${path}" />`).join('\n    ')
}

/** Replaces each `{{name}}` in the template with its value. Throws for an unknown name. */
function fill(template: string, values: Record<string, string>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`index.html asks for {{${name}}}, which the build does not make`)
    return value
  })
}

/** URLs of the stylesheets: for every screen, for rarely used characters, and for members' screens. */
interface Styles {
  app: string
  letters: string
  member: string
}

/** Bundles the stylesheets and copies their fonts under hashed names. */
async function bundleStyles(outDir: string, fontFaces: string): Promise<Styles> {
  const { metafile } = await build({
    entryPoints: {
      app: join(WEB, 'app.css'),
      letters: join(WEB, 'shared', 'styles', 'letters.css'),
      member: join(WEB, 'member-app.css'),
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
    external: ['/assets/*'],
    plugins: [made('amplify-theme', amplifyStyles), made('jamak-sans', async () => fontFaces)],
  })
  const address = (name: keyof Styles) => {
    const path = Object.keys(metafile.outputs).find(each => new RegExp(`/${name}-\\w+\\.css$`).test(each))
    if (!path) throw new Error(`esbuild wrote no ${name}.css`)
    return `/${relative(outDir, path).split(sep).join('/')}`
  }
  return { app: address('app'), letters: address('letters'), member: address('member') }
}

/** Resolves an `@import` of a name to generated styles: Amplify UI's components in this site's theme, and the fonts. */
const made = (name: string, contents: () => Promise<string>): Plugin => ({
  name,
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: name }))
    build.onLoad({ filter: /.*/, namespace: name }, async () => ({ contents: await contents(), loader: 'css' }))
  },
})
