import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { DOCUMENTS } from '../../lambdas/contract/pages.ts'
import type { MemberFiles } from '../prefetch.ts'
import { amplifyStyles } from './amplify-theme.ts'
import { EARLY, type Made, pageConfig, WEB } from './config.ts'
import { buildFonts } from './fonts.ts'
import { buildSample } from './sample.ts'

/** Scripts that run before the page's own. They are files, because the security policy allows no inline script. */
const FIRST = ['/@vite/client', '/@id/@vitejs/plugin-react/preamble', '/prefetch.ts']

/**
 * Copies changed texts into the objects that the page has already imported, then has `main.tsx` render again. Most
 * modules import `shared/texts.ts`, so importing all of them again would take longer than a reload.
 */
const changedTexts: Plugin = {
  name: 'changed-texts',
  transform: {
    // Only for files whose exports are all objects.
    filter: { id: /\/texts\.ts$/, code: { exclude: /^export (?!const \w+ = \{)/m } },
    handler: code => `${code}
      const imported = (import.meta.hot.data.imported ??= { ${[...code.matchAll(/^export const (\w+) = \{/gm)].map(([, name]) => name)} })
      import.meta.hot.accept(changed => {
        for (const name in imported) Object.assign(imported[name], changed[name])
        dispatchEvent(new Event('texts'))
      })`,
  },
}

export type DevelopedPage = Awaited<ReturnType<typeof servePage>>

/**
 * Serves the page from its sources: a change reaches the browser without a reload where React can keep the state. Files
 * that are not served from sources, such as the guests' sample, are written into `outDir`.
 */
export async function servePage(outDir: string) {
  await mkdir(outDir, { recursive: true })
  await cp(join(WEB, 'public'), outDir, { recursive: true })
  const styles = await mkdtemp(join(tmpdir(), 'jamak-styles-'))
  const made: Made = { sample: await buildSample(outDir), styles }
  await buildFonts(styles, '')
  await writeFile(join(styles, 'amplify.css'), await amplifyStyles())
  let vite: ViteDevServer | undefined
  let document = Buffer.from('')
  const readDocument = async () => {
    const template = await readFile(join(WEB, 'index.html'), 'utf8')
    const scripts = FIRST.map(src => `<script type="module" src="${src}"></script>`)
    document = Buffer.from(template.replace(EARLY, scripts.join('\n    ')))
  }
  await readDocument()
  // The distribution only serves documents that exist; `document` replaces their contents.
  await Promise.all(Object.values(DOCUMENTS).map(path => writeFile(join(outDir, path), document)))
  return {
    async open(server: Server) {
      const config = pageConfig(made)
      vite = await createServer({
        ...config,
        appType: 'custom',
        plugins: [config.plugins, changedTexts],
        cacheDir: join(WEB, '../node_modules/.cache/vite'),
        define: { ...config.define, MEMBER_FILES: JSON.stringify(memberFiles(styles)) },
        server: { middlewareMode: true, hmr: { server }, fs: { allow: [join(WEB, '..'), styles] } },
      })
      vite.watcher.on('change', path => {
        if (path === join(WEB, 'index.html')) void readDocument()
      })
    },
    handle: (req: IncomingMessage, res: ServerResponse) =>
      new Promise<boolean>(resolve => {
        res.once('close', () => resolve(true))
        if (vite) vite.middlewares(req, res, () => resolve(false))
        else resolve(false)
      }),
    document: () => document,
    /** Calls `listener` with the path of each file of `folders` that changes. */
    onChange(folders: string[], listener: (path: string) => void) {
      vite?.watcher.add(folders).on('all', (_, path) => {
        if (folders.some(folder => path.startsWith(folder))) listener(path)
      })
    },
    async close() {
      await vite?.close()
      await rm(styles, { recursive: true, force: true })
    },
  }
}

/** The browser finds unbundled scripts by their imports, so no script is listed. */
function memberFiles(styles: string): MemberFiles {
  const none = { scripts: [], localSession: [], hostedSession: [], glossary: [], editor: [] }
  return { ...none, styles: '/member-app.css', font: `/@fs${join(styles, 'jamak-sans-rest.woff2')}` }
}
