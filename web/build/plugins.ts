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
