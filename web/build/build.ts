import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { DOCUMENTS, HEADED_PAGES, TEXT_PAGES } from '../../lambdas/contract/pages.ts'
import { amplifyStyles } from './amplify-theme.ts'
import { type Bundle, bundle } from './bundle.ts'
import { EARLY, type Made, pageConfig, WEB } from './config.ts'
import { buildFonts } from './fonts.ts'
import { buildSample } from './sample.ts'

// The font's licence must be distributed with the font.
const HOME_TITLE = '<title>Jamak 자막 | 영어 영상을 한국어 자막으로</title>'

const FONT_LICENCE = join(
  dirname(createRequire(import.meta.url).resolve('pretendard/package.json')),
  'dist',
  'LICENSE.txt',
)

/**
 * Builds the page into `outDir`: scripts, styles and fonts under `assets/`, with content hashes in their names so that
 * they can be cached forever, plus the documents and the icons. Nothing is inline, so a strict content security policy
 * works.
 */
export async function buildWeb(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
  await mkdir(join(outDir, 'assets'), { recursive: true })
  const styles = await mkdtemp(join(tmpdir(), 'jamak-styles-'))
  const { NODE_ENV } = process.env
  // Vite bundles React for development under any other value, such as Vitest's.
  Object.assign(process.env, { NODE_ENV: 'production' })
  try {
    const made: Made = { sample: await buildSample(outDir), styles }
    await writeFile(join(styles, 'amplify.css'), await amplifyStyles())
    const screens = await prerender(made)
    const { home, notFound } = screens.GUEST_SCREENS
    const firstScreens = [home, notFound, ...HEADED_PAGES.map(page => screens.HEADED_SCREENS[page])]
    await buildFonts(styles, firstScreens.map(({ html }) => html).join(''))
    await writeDocuments(outDir, await bundle(outDir, made), screens)
    await cp(FONT_LICENCE, join(outDir, 'assets', 'PRETENDARD-LICENSE.txt'))
    await cp(join(import.meta.dirname, 'converter-notice.txt'), join(outDir, 'assets', 'CONVERTER-NOTICE.txt'))
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else Object.assign(process.env, { NODE_ENV })
    await rm(styles, { recursive: true })
  }
}

type Prerendered = typeof import('../prerendered.tsx')

interface Screen {
  html: string
  /** The tab's title if it differs from that of home. */
  title?: string
}

/** Renders the screens of `prerendered.tsx` to HTML. */
async function prerender(made: Made): Promise<Prerendered> {
  const outDir = join(made.styles, 'prerender')
  const config = pageConfig(made)
  await build({
    ...config,
    build: { ...config.build, outDir, ssr: join(WEB, 'prerendered.tsx'), copyPublicDir: false },
    ssr: { noExternal: true },
  })
  return import(pathToFileURL(join(outDir, 'prerendered.js')).href)
}

/** Writes each document: the template with a screen, its title and what the screen needs early. */
async function writeDocuments(outDir: string, page: Bundle, screens: Prerendered): Promise<void> {
  const { GUEST_SCREENS, HEADED_SCREENS, FRAME } = screens
  const { home, notFound, ...texts } = GUEST_SCREENS
  const early = [`<script src="${page.prefetch}"></script>`, preloadFont(page.fonts.first)]
  const write = (name: keyof typeof DOCUMENTS, by: 'guest' | 'frame', { html, title }: Screen, more: string[] = []) => {
    const fill = (document: string, [mark, text]: [string, string]) => {
      if (!document.includes(mark)) throw new Error(`index.html has no ${mark}`)
      return document.replace(mark, () => text)
    }
    const filled = [
      [EARLY, [...early, ...more].join('\n    ')],
      ['<div id="root"><!--screen-->', `<div id="root" data-prerendered="${by}">${html}`],
      [HOME_TITLE, title ? `<title>${title}</title>` : HOME_TITLE],
    ] satisfies [string, string][]
    return writeFile(join(outDir, DOCUMENTS[name]), filled.reduce(fill, page.template))
  }
  await write('home', 'guest', home)
  await write('notFound', 'guest', notFound)
  await write('page', 'frame', { html: FRAME })
  for (const name of HEADED_PAGES) await write(name, 'frame', HEADED_SCREENS[name])
  for (const name of TEXT_PAGES)
    await write(name, 'guest', texts[name], [preloadFont(page.fonts.rest), ...page.texts[name].map(preloadModule)])
}

function preloadFont(address: string): string {
  return `<link rel="preload" href="${address}" as="font" type="font/woff2" crossorigin="anonymous" />`
}

function preloadModule(address: string): string {
  return `<link rel="modulepreload" crossorigin href="${address}" />`
}
