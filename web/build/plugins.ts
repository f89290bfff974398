import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'

/**
 * Replaces `zod` with the parts that the contract uses: its main entry includes locales, JSON Schema and a code
 * generator. Schemas refer to JSON Schema too, which the page never asks for.
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

/**
 * Imports React's CommonJS modules once. esbuild copies all names of such a module for each file that imports it: two
 * hundred files copied thirty names each before the first paint.
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
 * Replaces what Amplify UI's components import of its theme. The rest is 130 KB of tokens that compute 2,000 variables at
 * load, and the parts of Amplify that these need. A component also asks the browser for the width of its window six times,
 * then renders again, to choose among values that no screen gives it.
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
