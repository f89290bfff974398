import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const PACKAGE = join(import.meta.dirname, '..')
// Inside the project, so that the example finds its packages.
const parent = join(PACKAGE, '../../node_modules/.cache')
mkdirSync(parent, { recursive: true })
const folder = mkdtempSync(join(parent, 'local-aws-readme-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('the README’s example counts visits and continues after a restart', () => {
  const [, example = ''] = /```js\n(.*?)```/su.exec(readFileSync(join(PACKAGE, 'README.md'), 'utf8')) ?? []
  const entry = JSON.stringify(join(PACKAGE, 'src/index.ts'))
  writeFileSync(join(folder, 'example.mjs'), example.replace("'local-aws-cdk'", entry))
  expect(run()).toBe('Visit 1\n')
  expect(run()).toBe('Visit 2\n')
})

function run(): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['example.mjs'], { cwd: folder, encoding: 'utf8' })
  return stdout || stderr
}
