import { join } from 'node:path'
import type { Plugin } from 'esbuild'

/**
 * `import { z } from 'zod'` brings all of zod, 47 languages included (95 KB compressed), since a namespace can't be shaken.
 * In the browser it gets the parts that the contract uses.
 */
export const browserZod: Plugin = {
  name: 'browser-zod',
  setup(build) {
    build.onResolve({ filter: /^zod$/ }, () => ({ path: join(import.meta.dirname, 'zod-parts.js') }))
  },
}
