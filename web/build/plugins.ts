import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'

/**
 * Replaces `zod` with the parts that the contract uses: its main entry includes locales, JSON Schema and a code
 * generator. Schemas import the JSON Schema writer, too, which the page never uses.
 */
export const browserZod: Plugin = {
  name: 'browser-zod',
  setup(build) {
    build.onResolve({ filter: /^zod$/ }, () => ({ path: join(import.meta.dirname, 'zod-parts.js') }))
    build.onResolve({ filter: /core\/(json-schema-processors|to-json-schema)\.js$/ }, () => ({
      path: join(import.meta.dirname, 'no-json-schema.js'),
    }))
  },
}

/** Replaces the address of the converter's source, which the page starts as a worker, by the bundled worker's. */
export const bundledConverter = (address: string): Plugin => ({
  name: 'bundled-converter',
  setup(build) {
    build.onLoad({ filter: /convert\/convert\.ts$/ }, async ({ path }) => {
      const source = "new URL('./convert.worker.ts', import.meta.url)"
      return { contents: (await readFile(path, 'utf8')).replace(source, JSON.stringify(address)), loader: 'ts' }
    })
  },
})

/**
 * Imports React's CommonJS modules once. Otherwise esbuild copies all exports of such a module in each file that
 * imports it: two hundred files copied thirty names each before the first paint.
 */
export const reactOnce: Plugin = {
  name: 'react-once',
  setup(build) {
    const require = createRequire(import.meta.url)
    const resolveDir = import.meta.dirname
    build.onResolve({ filter: /^react(\/jsx-runtime)?$/ }, ({ path, kind, namespace }) =>
      kind === 'import-statement' && namespace !== 'react-once' ? { path, namespace: 'react-once' } : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'react-once' }, ({ path }) => {
      const names = Object.keys(require(path)).join(', ')
      return { contents: `import all from '${path}'; export default all; export const { ${names} } = all`, resolveDir }
    })
  },
}

/**
 * Replaces the theme that Amplify UI's components import: 130 KB of tokens, from which 2,000 variables are computed at
 * load, and the parts of Amplify that these need. Also replaces the hook with which each component queries the window's
 * width six times and renders again, to choose among values that no screen passes.
 */
export const bareAmplify: Plugin = {
  name: 'bare-amplify',
  setup(build) {
    const path = join(import.meta.dirname, 'bare-amplify.js')
    build.onResolve({ filter: /^@aws-amplify\/ui$/ }, ({ importer }) =>
      /ui-react\/dist\/esm\/(primitives|hooks|components\/ThemeProvider)\//.test(importer) ? { path } : undefined,
    )
    build.onResolve({ filter: /\/useBreakpoint\.mjs$/ }, () => ({ path }))
  },
}
