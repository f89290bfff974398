import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { BROWSERS } from '../../../web/build/config.ts'

const CODE = `import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router'
createRoot(document.getElementById('root')).render(
  <BrowserRouter><Routes><Route index element={<h1>자막</h1>} /></Routes></BrowserRouter>,
)`

/** Builds a page of React and the router alone, bundled like ours: the least that any page on them costs. */
export async function buildBarePage(folder: string): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true })
  await build({
    stdin: { contents: CODE, resolveDir: import.meta.dirname, loader: 'tsx' },
    bundle: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    target: BROWSERS,
    outfile: join(folder, 'assets', 'bare.js'),
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
  })
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html lang="ko"><head><meta charset="utf-8"><title>bare</title><script type="module" src="/assets/bare.js"></script></head><body><div id="root"></div></body></html>',
  )
}
