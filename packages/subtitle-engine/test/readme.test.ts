import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

it("the README's example prints two cues that keep every rule", () => {
  const [, example = ''] = /```js\n(.*?)```/su.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? []
  const source = example.replace("'korean-subtitle-engine'", "'./src/index.ts'")
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(printed).toMatch(/^1\n00:00:00,000 --> .*\n\n2\n.*\n1\n$/su)
})
