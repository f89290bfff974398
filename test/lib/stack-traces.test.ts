import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundle } from '../../lib/bundle.ts'

const SOURCE = `class Late extends Error {}
const text: string = 'nothing'

export function refuse(): never {
  throw new Late(text)
}
export const stackOf = (run: () => void) => {
  try {
    run()
  } catch (error) {
    return error instanceof Error ? error.stack : ''
  }
}
console.log(stackOf(refuse))
`

let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stack-traces-'))
  writeFileSync(join(folder, 'order.ts'), SOURCE)
  await bundle(join(folder, 'order.ts'), join(folder, 'bundles/order'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const printed = () =>
  spawnSync(process.execPath, ['--enable-source-maps', join(folder, 'bundles/order/index.cjs')], { encoding: 'utf8' })
    .stdout

describe('the stack of an error in a bundle', () => {
  it('names files and lines of the source, although the code is minified', () => {
    const [head, first, second] = printed().split('\n')
    expect(head).toBe('Error: nothing')
    expect(first).toMatch(/^ {4}at .*\/order\.ts:5:\d+\)$/)
    expect(second).toMatch(/^ {4}at .*\/order\.ts:9:\d+\)$/)
  })

  it('names places in the bundle if the source map is missing', () => {
    rmSync(join(folder, 'bundles/order/index.cjs.map'))
    expect(printed()).toMatch(/^Error: nothing\n {4}at .*index\.cjs:\d+:\d+\)\n/)
  })
})
