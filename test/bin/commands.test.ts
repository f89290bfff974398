import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockData } from '#local-aws/machine/installation.ts'

const ROOT = join(import.meta.dirname, '../..')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jamak-commands-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function run(command: string, ...words: string[]) {
  const env = { ...process.env, JAMAK_DATA: folder }
  const ran = spawnSync(process.execPath, [join(ROOT, `bin/${command}.ts`), ...words], { env, encoding: 'utf8' })
  return { status: ran.status, out: ran.stdout, error: ran.stderr }
}

describe('a command', () => {
  it.each([
    ['local', '--bogus', "Unknown option '--bogus'.", 'npm start'],
    ['reset', 'everything', "Unexpected argument 'everything'.", 'npm run reset'],
  ])('%s reports in one line that %s is wrong, shows its usage, and exits with 2', (command, word, reason, usage) => {
    const { status, out, error } = run(command, word)
    expect({ status, out }).toEqual({ status: 2, out: '' })
    const [first, second, third] = error.split('\n')
    expect(first).toContain(reason)
    expect(second).toBe('')
    expect(third).toContain(usage)
  })
})

describe('npm run demo', () => {
  it.each([
    ['nofile.mp4', undefined, 'File not found: '],
    ['notes.mp4', 'no video', 'not an MP4 with readable sound'],
  ])('refuses %s before it starts a service', (name, content, reason) => {
    const file = join(folder, name)
    if (content) writeFileSync(file, content)
    const { status, out, error } = run('demo', file)
    expect({ status, out }).toEqual({ status: 1, out: '' })
    expect(error).toContain(reason)
    expect(error).toContain(file)
  })
})

describe('npm run reset', () => {
  it('deletes the data of npm start with --yes, and prints which folder', () => {
    writeFileSync(join(folder, 'installation-key'), 'key')
    const { status, out } = run('reset', '--yes')
    expect(status).toBe(0)
    expect(out).toContain(folder)
    expect(existsSync(folder)).toBe(false)
    expect(run('reset', '--yes')).toMatchObject({ status: 0, out: expect.stringContaining('Nothing to delete') })
  })

  it('deletes nothing without confirmation', () => {
    writeFileSync(join(folder, 'installation-key'), 'key')
    expect(run('reset')).toMatchObject({ status: 1, error: expect.stringContaining('--yes') })
    expect(existsSync(join(folder, 'installation-key'))).toBe(true)
  })

  it('refuses while the service runs', () => {
    writeFileSync(join(folder, 'installation-key'), 'key')
    const unlock = lockData(folder)
    try {
      expect(run('reset', '--yes')).toMatchObject({ status: 1, error: expect.stringContaining('Stop it first') })
    } finally {
      unlock()
    }
    expect(existsSync(join(folder, 'installation-key'))).toBe(true)
  })

  it('does not delete a folder that npm start did not create', () => {
    writeFileSync(join(folder, 'thesis.txt'), 'years')
    expect(run('reset', '--yes')).toMatchObject({ status: 1, error: expect.stringContaining('nothing was deleted') })
    expect(existsSync(join(folder, 'thesis.txt'))).toBe(true)
  })
})
