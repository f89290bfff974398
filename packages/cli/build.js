import { rmSync } from 'node:fs'
import { build } from 'esbuild'

// Each command is its own chunk, so it loads only what it uses. Everything is bundled, so the package has no
// dependencies.
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
