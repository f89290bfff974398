import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeOnce } from '../../bin/build.ts'

let root: string
let made = 0
const place = (name: string) => join(root, name)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'))
  made = 0
  mkdirSync(place('sources/inner'), { recursive: true })
  writeFileSync(place('sources/inner/a.ts'), 'one')
  writeFileSync(place('lock.json'), '1')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Builds into a new folder and returns its content. */
async function built(): Promise<string> {
  const folder = mkdtempSync(place('out-'))
  const make = async () => {
    made += 1
    mkdirSync(join(folder, 'web'))
    writeFileSync(join(folder, 'web', 'main.js'), `build ${made}`)
  }
  await makeOnce({ folder, earlier: place('earlier'), sources: [place('sources'), place('lock.json')], make })
  return readFileSync(join(folder, 'web', 'main.js'), 'utf8')
}

describe('a build of the bundles and the page', () => {
  it('is copied from the earlier one while its sources are unchanged', async () => {
    expect([await built(), await built()]).toEqual(['build 1', 'build 1'])
  })

  it.each([
    ['changed source', () => writeFileSync(place('sources/inner/a.ts'), 'two')],
    ['new source', () => writeFileSync(place('sources/b.ts'), '')],
    [
      'renamed source',
      () => {
        rmSync(place('sources/inner/a.ts'))
        writeFileSync(place('sources/inner/b.ts'), 'one')
      },
    ],
    ['changed lock file', () => writeFileSync(place('lock.json'), '2')],
  ])('is repeated after a %s', async (_, change) => {
    await built()
    change()
    expect(await built()).toBe('build 2')
  })

  it('that fails is not kept', async () => {
    const make = () => Promise.reject(new Error('a syntax error'))
    const making = { folder: place('out'), earlier: place('earlier'), sources: [place('sources')], make }
    await expect(makeOnce(making)).rejects.toThrow('a syntax error')
    await expect(makeOnce(making)).rejects.toThrow('a syntax error')
  })

  it('is kept together with the two before it only', async () => {
    for (const text of ['1', '2', '3', '4', '5']) {
      writeFileSync(place('lock.json'), text)
      await built()
    }
    expect(readdirSync(place('earlier'))).toHaveLength(3)
    await built()
    expect(made).toBe(5)
  })
})
