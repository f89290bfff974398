import { join } from 'node:path'
import type { Plugin } from 'esbuild'

/**
 * Zod's own entry brings a language, JSON schemas and code that writes code; in the browser `zod` is the parts that the
 * contract uses.
 */
export const browserZod: Plugin = {
  name: 'browser-zod',
  setup(build) {
    build.onResolve({ filter: /^zod$/ }, () => ({ path: join(import.meta.dirname, 'zod-parts.js') }))
  },
}
