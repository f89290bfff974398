import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const SCRIPT = join(import.meta.dirname, '../../bin/ensure-installed.mjs')
let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ensure installed '))
  for (const folder of ['bin', 'tools', 'node_modules']) await mkdir(join(root, folder))
  await cp(SCRIPT, join(root, 'bin', 'ensure-installed.mjs'))
  await writeLock('1.0.0')
  await fakeNpm('true')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const writeLock = (version: string) => writeFile(join(root, 'package-lock.json'), JSON.stringify({ version }))
/** Puts a script in place of npm that records its arguments. */
async function fakeNpm(script: string): Promise<void> {
  const program = join(root, 'tools', 'npm')
  await writeFile(program, `#!/bin/sh\necho "$@" >> "${join(root, 'calls')}"\n${script}\n`)
  await chmod(program, 0o755)
}
function run(...args: string[]) {
  const env = { ...process.env, PATH: `${join(root, 'tools')}${delimiter}${process.env.PATH}` }
  const script = join(root, 'bin', 'ensure-installed.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}
const calls = async () =>
  (await readFile(join(root, 'calls'), 'utf8').catch(() => '')).trim().split('\n').filter(Boolean)

it('installs the dependencies once, and again when the lock file changes', async () => {
  expect(run()).toMatchObject({ status: 0, output: expect.stringContaining('Installing packages') })
  expect(run()).toEqual({ status: 0, output: '' })
  await writeLock('1.0.1')
  run()
  expect(await calls()).toEqual([
    expect.stringMatching(/^ci .*--omit=dev$/),
    expect.stringMatching(/^install --no-save .*--omit=dev$/),
  ])
})

it('adds devDependencies when a test needs them, and keeps them for later starts', async () => {
  run()
  expect(run('--dev').status).toBe(0)
  expect(run('--dev')).toEqual({ status: 0, output: '' })
  expect(run()).toEqual({ status: 0, output: '' })
  expect(await calls()).toEqual([expect.stringMatching(/^ci .*--omit=dev$/), expect.not.stringContaining('--omit=dev')])
})

it('shows npm’s own message when the installation fails, and tries again next time', async () => {
  await fakeNpm('echo "npm error code ENOTFOUND" >&2; exit 1')
  const { status, output } = run()
  expect(status).toBe(1)
  expect(output).toContain('ENOTFOUND')
  expect(output).toContain('needs a connection to the npm registry')
  await fakeNpm('true')
  expect(run().status).toBe(0)
})

it('refuses an unknown option instead of installing something else', async () => {
  expect(run('--everything')).toMatchObject({ status: 1, output: expect.stringContaining('--everything') })
  expect(await calls()).toEqual([])
})
