import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { STYLE } from './style.ts'

const SCRIPTS = ['widget', 'methods', 'agreement', 'window'] as const
type Script = (typeof SCRIPTS)[number]

let bundled: Promise<Map<string, string>> | undefined

/** A script of `browser/` as browsers run it; all are bundled once, when the first is asked for. */
export async function browserScript(name: Script): Promise<string> {
  bundled ??= bundle()
  return (await bundled).get(name) ?? ''
}

const FONT = 'pretendard/dist/web/variable/woff2/PretendardVariable.woff2'

/** What stands under `/assets/`, or `undefined`. */
export async function asset(file: string): Promise<{ type: string; text: string | Buffer } | undefined> {
  if (file === 'style.css') return { type: 'text/css', text: STYLE }
  if (file === 'pretendard.woff2')
    return { type: 'font/woff2', text: await readFile(createRequire(import.meta.url).resolve(FONT)) }
  const name = SCRIPTS.find(script => file === `${script}.js`)
  return name && { type: 'text/javascript', text: await browserScript(name) }
}

async function bundle(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries(SCRIPTS.map(name => [name, join(import.meta.dirname, 'browser', `${name}.ts`)])),
    outdir: 'out',
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
  })
  return new Map(SCRIPTS.map(name => [name, outputFiles.find(file => file.path.endsWith(`${name}.js`))?.text ?? '']))
}
