import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

it('no file uses the path of a file URL as a file name, which breaks in a folder with a space or Hangul', () => {
  const files = globSync('{bin,lab,lambdas,lib,local,packages,test,web}/**/*.{ts,tsx,mjs}', {
    cwd: ROOT,
    exclude: path => path.includes('node_modules') || path.endsWith('file-urls.test.ts'),
  })
  const wrong = files.filter(file =>
    /import\.meta\.(url|resolve\([^)]*\))\)\s*\.pathname/.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(wrong).toEqual([])
})
