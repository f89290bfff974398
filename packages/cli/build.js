import { rmSync } from 'node:fs'
import { build } from 'esbuild'

// One chunk per command, so that a command loads only what it uses, and the package depends on nothing.
rmSync('dist', { recursive: true, force: true })
await build({
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  charset: 'utf8',
  chunkNames: '[name]-[hash]',
  // Packages in CommonJS require built-in modules.
  banner: {
    js: "import{createRequire as createCommonJs}from'node:module';const require=createCommonJs(import.meta.url);",
  },
})
