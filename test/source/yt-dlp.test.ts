import { mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FetchLimits, type YtDlpSettings, ytDlp } from '../../lambdas/source/yt-dlp.ts'
import { classifyFailure } from '../../lambdas/source/yt-dlp-command.ts'

const STAND_IN = join(import.meta.dirname, 'stand-in')
const PATH = [STAND_IN, dirname(process.execPath), '/usr/bin', '/bin'].join(':')
const LIMITS: FetchLimits = { seconds: 14_400, bytes: 5_000_000, patienceMs: 20_000, silenceMs: 20_000 }

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yt-dlp-'))
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

interface Options extends Partial<FetchLimits>, Partial<YtDlpSettings> {
  withCaptions?: boolean
}

const fetch = (
  id: string,
  { withCaptions = true, program = 'yt-dlp', path = PATH, proxy, cookies, ...limits }: Options = {},
) => ytDlp({ program, path, proxy, cookies }).fetch(id, folder, { ...LIMITS, ...limits }, withCaptions)
const failure = (id: string, options?: Options) =>
  fetch(id, options).then(
    () => 'none',
    error => error.name,
  )
const said = async (name: string) => (await readFile(join(folder, name), 'utf8')).split('\n')

describe('yt-dlp', () => {
  it('fetches the sound and nothing else', async () => {
    const { file, captions } = await fetch('plain______')
    expect(file).toBe(join(folder, 'source.m4a'))
    expect(captions).toBeUndefined()
  })

  it('is given one address, built from the id, as the last argument after the end of the options', async () => {
    await fetch('plain______')
    const args = (await said('arguments')).filter(line => line !== '')
    expect(args.slice(-2)).toEqual(['--', 'https://www.youtube.com/watch?v=plain______'])
    expect(args.filter(line => /\/\//.test(line))).toHaveLength(1)
  })

  it('is never given a malformed id', async () => {
    for (const id of ['../../../ab', '--exec=true', 'a'.repeat(12), 'x&v=y_z____'])
      await expect(fetch(id)).rejects.toThrow(/not the id of a YouTube video/)
    expect(await said('arguments')).not.toContain('--format')
  })

  it('inherits nothing of our environment', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'ours')
    await fetch('plain______')
    const names = (await said('environment')).map(line => line.split('=')[0])
    expect(names).toEqual(expect.arrayContaining(['PATH', 'HOME', 'TMPDIR']))
    expect(names.filter(name => /AWS|SECRET|NODE|VITEST/.test(name ?? ''))).toEqual([])
    vi.unstubAllEnvs()
  })

  it('gets only options that its version supports', async () => {
    await fetch('plain______')
    expect(await said('arguments')).toEqual(expect.arrayContaining(['--js-runtimes', `node:${process.execPath}`]))
    await rm(join(folder, 'arguments'))
    const older = join(folder, 'yt-dlp-2023')
    await symlink(join(STAND_IN, 'yt-dlp'), older)
    await fetch('plain______', { program: older })
    const args = await said('arguments')
    expect(args).not.toContain('--js-runtimes')
    expect(args).toContain('--abort-on-unavailable-fragment')
  })

  it('uses the operator’s proxy and cookies', async () => {
    await fetch('plain______', { proxy: 'http://127.0.0.1:8080', cookies: '# Netscape HTTP Cookie File' })
    expect(await said('arguments')).toEqual(expect.arrayContaining(['--proxy', 'http://127.0.0.1:8080', '--cookies']))
    expect(await said('cookies-as-read')).toEqual(['# Netscape HTTP Cookie File'])
    expect((await stat(join(folder, 'cookies.txt'))).mode & 0o777).toBe(0o600)
  })

  it('resumes once after being killed half-way', async () => {
    expect(await failure('killed_once')).toBe('none')
    expect(await failure('killed_____')).toBe('ENGINE_ERROR')
  })
})

describe('human captions', () => {
  it('come with the sound, plain English first', async () => {
    const { captions } = await fetch('captions___')
    expect(captions).toMatchObject({
      language: 'en',
      transcript: { words: [{ text: 'Hello', startMs: 500 }, { endMs: 2000 }] },
    })
  })

  it('are read in WebVTT too', async () => {
    const { captions } = await fetch('vtt________')
    expect(captions).toMatchObject({
      language: 'en-US',
      transcript: { words: [{ text: 'Good' }, { text: '&' }, { text: 'well' }] },
    })
  })

  it('are never replaced by automatic ones, and not requested at all if they are not wanted', async () => {
    await fetch('captions___')
    expect((await said('arguments')).join(' ')).not.toMatch(/auto/)
    await rm(join(folder, 'arguments'))
    expect((await fetch('captions___', { withCaptions: false })).captions).toBeUndefined()
    expect(await said('arguments')).not.toContain('--write-subs')
  })

  it('of speech in another language are a translation and are ignored', async () => {
    expect((await fetch('korean_____')).captions).toBeUndefined()
  })

  it('that are broken or missing do no harm: the sound is transcribed', async () => {
    expect((await fetch('broken_subs')).captions).toBeUndefined()
    expect((await fetch('no_subs____')).captions).toBeUndefined()
  })
})

describe('a failure has the code for YouTube’s message', () => {
  it.each([
    ['live_______', 'YOUTUBE_LIVE'],
    ['upcoming___', 'YOUTUBE_LIVE'],
    ['event______', 'YOUTUBE_LIVE'],
    ['too_long___', 'YOUTUBE_TOO_LONG'],
    ['longest____', 'none'],
    ['age________', 'YOUTUBE_AGE_RESTRICTED'],
    ['private____', 'YOUTUBE_UNAVAILABLE'],
    ['removed____', 'YOUTUBE_UNAVAILABLE'],
    ['country____', 'YOUTUBE_UNAVAILABLE'],
    ['robot______', 'YOUTUBE_BLOCKED'],
    ['status_429_', 'YOUTUBE_BLOCKED'],
    ['status_403_', 'YOUTUBE_BLOCKED'],
    ['limited____', 'YOUTUBE_BLOCKED'],
    ['no_format__', 'YOUTUBE_BLOCKED'],
    ['empty______', 'YOUTUBE_BLOCKED'],
    ['empty_file_', 'YOUTUBE_BLOCKED'],
    ['nothing____', 'YOUTUBE_BLOCKED'],
    ['announced__', 'YOUTUBE_TOO_LONG'],
    ['refused____', 'YOUTUBE_TOO_LONG'],
    ['grows______', 'YOUTUBE_TOO_LONG'],
    ['larger_____', 'YOUTUBE_TOO_LONG'],
  ])('%s: %s', async (id, code) => {
    expect(await failure(id)).toBe(code)
  })

  it('a program that is missing, cannot start or does not know our options is TOOL_MISSING', async () => {
    expect(await failure('plain______', { program: 'no-such-program' })).toBe('YOUTUBE_TOOL_MISSING')
    expect(await failure('plain______', { program: folder })).toBe('YOUTUBE_TOOL_MISSING')
    expect(await failure('plain______', { program: '/bin/false' })).toBe('YOUTUBE_TOOL_MISSING')
  })

  it('a program that prints nothing is stopped, with everything it started', async () => {
    // Its child process holds the streams, which are closed only when it ends.
    expect(await failure('silent_____', { silenceMs: 300 })).toBe('YOUTUBE_BLOCKED')
  })

  it('a program that never ends is stopped, however much it prints', async () => {
    expect(await failure('slow_______', { patienceMs: 400 })).toBe('YOUTUBE_BLOCKED')
  })
})

it('a failure message does not contain the proxy’s user name', () => {
  const said =
    "ERROR: [youtube] x: Unable to connect to proxy http://anna:sekret@proxy.example:8080 (caused by ProxyError('…'))"
  expect(classifyFailure(1, said).message).toBe(
    "yt-dlp ended with 1: ERROR: [youtube] x: Unable to connect to proxy http://…@proxy.example:8080 (caused by ProxyError('…'))",
  )
})
