import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { bundleScripts } from './scripts.ts'
import { bundleStyles } from './styles.ts'

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
  const scripts = await bundleScripts(outDir, { memberStyles: styles.member })
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
