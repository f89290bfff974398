import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { missingFunctions, stubLibrary } from '../../bin/models/stub-library.ts'

const ROOT = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'stub-library-'))
afterAll(() => rmSync(folder, { recursive: true }))
const decoder = (platform: string) =>
  readFileSync(join(ROOT, `node_modules/node-web-audio-api/node-web-audio-api.linux-${platform}-gnu.node`))

const DECODE = `
import { readFileSync } from 'node:fs'
import { OfflineAudioContext } from 'node-web-audio-api'
const { buffer } = new Uint8Array(readFileSync('local/sample/hello.mp4'))
const { length } = await new OfflineAudioContext(1, 1, 16000).decodeAudioData(buffer)
console.log(length, readFileSync('/proc/self/maps', 'utf8').includes(process.env.LD_LIBRARY_PATH + '/libasound.so.2'))`

it('lets the decoder load and decode without ALSA', () => {
  const functions = missingFunctions(decoder('x64'), 'snd_')
  writeFileSync(join(folder, 'libasound.so.2'), stubLibrary('libasound.so.2', functions, 'x64'))
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', DECODE], {
    cwd: ROOT,
    env: { ...process.env, LD_LIBRARY_PATH: folder },
    encoding: 'utf8',
  })
  expect(stdout.trim(), stderr).toMatch(/^\d{6} true$/)
})

it('exports every function that the decoder for Lambda imports, in the right version', () => {
  const functions = missingFunctions(decoder('arm64'), 'snd_')
  expect(functions.length).toBeGreaterThan(50)
  const library = stubLibrary('libasound.so.2', functions, 'arm64')
  for (const { name, version } of functions)
    for (const text of [name, version]) expect(library.includes(`\0${text}\0`)).toBe(true)
})
