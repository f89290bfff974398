import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'

const SCRIPTS = ['widget', 'frame-pages'] as const

const FONT = 'pretendard/dist/web/variable/woff2/PretendardVariable.woff2'

export interface Asset {
  type: string
  content: string | Buffer
}

let bundled: Promise<Map<string, string>> | undefined

/** A bundled script of `browser/`. All scripts are bundled once, when the first is requested. */
export async function browserScript(script: (typeof SCRIPTS)[number]): Promise<Asset> {
  bundled ??= bundle()
  return { type: 'text/javascript', content: (await bundled).get(script) ?? '' }
}

/** A file under `/assets/`, or `undefined` if there is none with this name. */
export async function readAsset(file: string): Promise<Asset | undefined> {
  if (file === 'style.css') return { type: 'text/css', content: STYLE }
  if (file === 'pretendard.woff2')
    return { type: 'font/woff2', content: await readFile(createRequire(import.meta.url).resolve(FONT)) }
  if (file === 'loading.svg') return { type: 'image/svg+xml', content: LOADING }
  return file === 'frame-pages.js' ? browserScript('frame-pages') : undefined
}

async function bundle(): Promise<Map<string, string>> {
  const folder = join(import.meta.dirname, 'browser')
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries(SCRIPTS.map(script => [script, join(folder, `${script}.ts`)])),
    outdir: 'out',
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
  })
  const findText = (script: string) => outputFiles.find(file => file.path.endsWith(`${script}.js`))?.text ?? ''
  return new Map(SCRIPTS.map(script => [script, findText(script)]))
}

/** Shown until a frame of the widget has loaded. */
const LOADING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 8" fill="#5b6470"><circle cx="4" cy="4" r="3"/>' +
  '<circle cx="16" cy="4" r="3"/><circle cx="28" cy="4" r="3"/></svg>'

/** Style sheet of every page and frame. */
const STYLE = `
@font-face { font-family: 'Pretendard Variable'; font-weight: 45 920; font-display: swap; src: url('pretendard.woff2') format('woff2') }
:root { color-scheme: light dark; --ink: #17191c; --paper: #fff; --quiet: #f4f5f7; --line: #e3e6ea; --muted: #5b6470; --primary: #2b59e0; --on-primary: #fff; --bad: #c92a1e; --good: #0b8a5b }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceef1; --paper: #111316; --quiet: #1a1d21; --line: #2b3036; --muted: #a7afba; --primary: #7ea0ff; --on-primary: #111316; --bad: #ff8a80; --good: #5fd0a4 }
}
* { box-sizing: border-box }
html { background: transparent }
body { margin: 0; color: var(--ink); font: 17px/1.5 'Pretendard Variable', Pretendard, system-ui, sans-serif; word-break: keep-all; overflow-wrap: anywhere }
body.page { background: var(--paper) }
body.page main { max-width: 960px; margin: 0 auto; padding: 32px 16px }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.3 }
h2 { margin: 24px 0 8px; font-size: 17px }
p { margin: 0 0 12px }
.muted, dt, th { color: var(--muted); font-size: 15px; font-weight: 400 }
.note { padding: 12px 16px; border-radius: 12px; background: var(--quiet); color: var(--muted); font-size: 15px }
.sum { font-size: 28px; font-weight: 700; font-variant-numeric: tabular-nums }
fieldset { display: grid; gap: 8px; margin: 0 0 16px; padding: 0; border: 0 }
legend { padding: 0 0 8px; font-weight: 600 }
label.choice { display: flex; align-items: center; gap: 12px; min-height: 44px; padding: 12px 16px; border: 1px solid var(--line); border-radius: 12px; background: var(--paper); cursor: pointer }
label.choice:has(:checked) { border-color: var(--primary); box-shadow: inset 0 0 0 1px var(--primary) }
label.choice small { display: block; color: var(--muted); font-size: 13px }
label.select { display: flex; align-items: center; justify-content: space-between; gap: 12px; margin: 0 0 16px }
select { min-height: 44px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 12px; background: var(--paper); color: var(--ink); font: inherit }
input[type=radio], input[type=checkbox] { flex: none; width: 20px; height: 20px; margin: 0; accent-color: var(--primary) }
input[type=text], input[type=number] { min-height: 44px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 12px; background: var(--paper); color: var(--ink); font: inherit }
.terms { display: grid; gap: 8px; padding: 16px; border: 1px solid var(--line); border-radius: 12px; background: var(--paper) }
.terms label { display: flex; align-items: center; gap: 12px; min-height: 44px }
button { min-height: 44px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 12px; background: var(--paper); color: var(--ink); font: inherit; font-weight: 600; cursor: pointer }
button.primary { border-color: var(--primary); background: var(--primary); color: var(--on-primary) }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px }
.actions { display: grid; grid-template-columns: 1fr 2fr; gap: 8px }
body.window { display: grid; place-items: center; min-height: 100vh; padding: 16px; background: rgb(0 0 0 / 50%) }
.window main { position: relative; width: min(440px, 100%); padding: 24px; border-radius: 20px; background: var(--paper); box-shadow: 0 16px 48px rgb(0 0 0 / 24%) }
.window .close { position: absolute; top: 12px; right: 12px; width: 44px; padding: 0; border: 0; font-size: 22px; line-height: 1 }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 16px 0 }
dd { margin: 0; font-variant-numeric: tabular-nums }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-size: 15px }
th, td { padding: 12px 8px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; white-space: nowrap }
td.number { text-align: right; font-variant-numeric: tabular-nums }
td form { display: flex; gap: 8px }
td input[type=number] { width: 112px }
a { color: var(--primary) }
/* On a phone each row is a block, so that its button is in view. */
@media (max-width: 640px) {
  thead { display: none }
  table, tbody, tr, td { display: block }
  tr { padding: 12px 0; border-bottom: 1px solid var(--line) }
  td, td.number { padding: 2px 8px; border: 0; text-align: left; white-space: normal }
  td[data-label]::before { content: attr(data-label) ' '; color: var(--muted) }
}
.bad { color: var(--bad) }
.good { color: var(--good) }
`
