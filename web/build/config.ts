import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin } from 'vite'
import type { Sample } from './sample.ts'

export const WEB = join(import.meta.dirname, '..')

/** The oldest browsers that the page supports. */
export const BROWSERS = ['chrome109', 'edge109', 'firefox121', 'safari16.4', 'ios16.4']

/**
 * Makes Chromium compile all functions of a script on another thread while it loads, instead of each at its first call
 * on the main thread (v8.dev/blog/explicit-compile-hints). Other browsers ignore it.
 */
export const COMPILED_AHEAD = '//# allFunctionsCalledOnLoad'

const AMPLIFY_UI = join(WEB, '../node_modules/@aws-amplify/ui-react/dist/esm/primitives/index.mjs')

/**
 * Builds Amplify UI's components without Amplify's sign-in screens, and without the theme that they import: 130 KB of
 * tokens, from which 2,000 variables are computed at load. Also replaces the hook with which each component queries the
 * window's width six times and renders again, to choose among values that no screen passes.
 */
const bareAmplify: Plugin = {
  name: 'bare-amplify',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^@aws-amplify\/ui(-react)?$|\/useBreakpoint\.mjs$/ },
    handler(name, importer = '') {
      if (name === '@aws-amplify/ui-react') return AMPLIFY_UI
      return /ui-react\/dist\/esm\/(primitives|hooks|components\/ThemeProvider)\//.test(importer)
        ? join(import.meta.dirname, 'bare-amplify.js')
        : undefined
    },
  },
}

/**
 * Leaves out the parts of zod that describe schemas as JSON Schema, which only the functions do: every kind of schema refers
 * to them, so the bundler keeps 5 KB compressed.
 */
const bareZod: Plugin = {
  name: 'bare-zod',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
    handler: code =>
      [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => `export let ${name}`).join('\n'),
  },
}

const STILL_MS = 36_600

function stillOf({ cues }: Sample) {
  return { ms: STILL_MS, text: cues.find(({ endMs }) => STILL_MS < endMs)?.lines.join('\n') }
}

/** Placeholder in `index.html` for what the browser needs before the page's scripts. */
export const EARLY = '<!--early-->'

/** Content that the build generates and the page's sources import. */
export interface Made {
  sample: Sample
  /** Folder with the generated stylesheets and fonts, which sources import as `made/…`. */
  styles: string
}

/** Vite's configuration of the page, for the build, the prerendering and the development server. */
export function pageConfig({ sample, styles }: Made): InlineConfig {
  return {
    configFile: false,
    root: WEB,
    envDir: false,
    plugins: [react(), bareAmplify, bareZod],
    logLevel: 'warn',
    define: { SAMPLE: JSON.stringify(sample), SAMPLE_STILL: JSON.stringify(stillOf(sample)) },
    resolve: { alias: { made: styles } },
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      target: BROWSERS,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: Infinity,
      emptyOutDir: false,
    },
  }
}
