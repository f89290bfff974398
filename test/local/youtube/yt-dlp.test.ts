import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { probeMedia } from '../../../lambdas/source/probe.ts'
import { ytDlpArguments } from '../../../lambdas/source/yt-dlp-command.ts'
import { installYtDlp } from '../../../local/youtube/index.ts'
import { buildHelp, NEWEST, VERSIONS, type Version } from '../../../local/youtube/yt-dlp-options.ts'
import { inMemory } from '../../source/made-media.ts'
import { ODD_VIDEOS } from '../../support/youtube-samples.ts'

const VERSION_NAMES = ['2023.03.04', '2026.08.19'] satisfies Version[]

let programs: string
let folder: string
beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), "o'programs-"))
  for (const version of VERSION_NAMES) await installYtDlp(join(programs, version), ODD_VIDEOS, version)
})
afterAll(() => rm(programs, { recursive: true, force: true }))
beforeEach(async () => {
  folder = await mkdtemp(join(programs, 'fetch-'))
})

async function run(args: string[], version: Version = NEWEST) {
  const program = join(programs, version, 'yt-dlp')
  return new Promise<{ code: unknown; out: string; err: string }>(resolve => {
    execFile(program, args, (error, out, err) => resolve({ code: error?.code ?? 0, out, err }))
  })
}

const options = (id: string, version: Version, withCaptions = true) =>
  ytDlpArguments({ id, folder, maxBytes: 5_000_000, withCaptions }, {}, buildHelp(version), process.execPath)

describe.each(VERSION_NAMES)('the yt-dlp stand-in %s', version => {
  it('downloads fragmented sound that the probe can measure, and prints the given templates', async () => {
    const { code, out } = await run(options('jamak-hello', version), version)
    expect(code).toBe(0)
    expect(out).toContain('jamak-info not_live 25 0 en')
    expect(out).toMatch(/^jamak-progress (\d+) \1 NA$/m)
    expect(await readdir(folder)).toEqual(['source.m4a'])
    const sound = await readFile(join(folder, 'source.m4a'))
    expect(sound.includes('moof')).toBe(true)
    const { durationMs } = await probeMedia(inMemory(new Uint8Array(sound)), 60)
    expect(Math.floor(durationMs / 1000)).toBe(25)
  })

  it('writes captions only if they are requested and were written by hand', async () => {
    await run(options('jamak-human', version, false), version)
    await run(options('jamak-hello', version), version)
    expect(await readdir(folder)).toEqual(['source.m4a'])
    await run(options('jamak-human', version), version)
    expect(await readdir(folder)).toEqual(['source.en.json3', 'source.m4a'])
  })

  it('refuses the command lines that yt-dlp refuses, with its exit codes', async () => {
    const cookies = join(folder, 'cookies.txt')
    await writeFile(cookies, 'not cookies')
    const refused: [args: string[], code: number, words: string][] = [
      [['--no-such-option'], 2, 'no such option: --no-such-option'],
      [['--proxy'], 2, 'requires 1 argument'],
      [[], 2, 'at least one URL'],
      [['--', 'http://169.254.169.254/'], 1, 'Unsupported URL'],
      [['--', 'https://www.youtube.com/watch?v=short'], 1, 'Unsupported URL'],
      [options('no-such-one', version), 1, 'Video unavailable'],
      [['--cookies', cookies, ...options('jamak-hello', version)], 1, 'Netscape'],
    ]
    const answers = await Promise.all(refused.map(([args]) => run(args, version)))
    expect(answers).toMatchObject(refused.map(([, code, words]) => ({ code, err: expect.stringContaining(words) })))
  })

  it('prints its version, and lists its options', async () => {
    expect((await run(['--version'], version)).out.trim()).toBe(version)
    const { out } = await run(['--ignore-config', '--help'], version)
    for (const option of Object.keys(VERSIONS[version])) expect(out).toContain(`${option}`)
  })
})

it('the old yt-dlp does not have the options of the new one', async () => {
  const args = options('jamak-hello', '2026.08.19')
  expect(await run(args, '2023.03.04')).toMatchObject({
    code: 2,
    err: expect.stringContaining('no such option: --no-quiet'),
  })
})

it('the old yt-dlp does not report sound that is too large; the new one does', async () => {
  const old = await run(options('jamak-large', '2023.03.04'), '2023.03.04')
  const newest = await run(options('jamak-large', '2026.08.19'), '2026.08.19')
  expect([old.code, newest.code]).toEqual([0, 0])
  expect(old.out).not.toContain('larger')
  expect(newest.out).toContain('larger than max-filesize')
})
