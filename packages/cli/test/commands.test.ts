import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROFILES, parseSrt, readSubtitle } from '../../subtitle-engine/src/index.ts'
import { helpText } from '../src/help.ts'
import { chooseLanguage } from '../src/texts.ts'
import { jamak } from './run.ts'

const KOREAN = `1
00:00:01,000 --> 00:00:04,000
그래서 우리는 어제 학교에 갔는데 아무도
없었습니다.

2
00:00:04,100 --> 00:00:08,000
선생님도 안 계셨고 친구들도 없었습니다.
`
const ENGLISH = '1\n00:00:01,000 --> 00:00:04,000\nSo we went to school yesterday.\n'
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'jamak-cli-'))
  writeFileSync(join(folder, 'talk.srt'), KOREAN)
  writeFileSync(join(folder, 'english.srt'), ENGLISH)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('jamak, without a key or a network', () => {
  it('recuts a file to standard output and says what became of its rules beside it', async () => {
    const { status, out, error } = await jamak(folder, ['recut', 'talk.srt'])
    expect(status).toBe(0)
    expect(parseSrt(out)[0]?.lines).toEqual(['그래서 우리는 어제 학교에 갔는데', '아무도 없었습니다'])
    expect(error).toMatch(/^\d cues, \d of them changed; 100 % keep every rule \(\d+ % before\)\n$/)
  })

  it('recuts standard input to a file, with one line of JSON', async () => {
    const words = ['recut', '-', '--to', 'vtt', '-o', 'new.vtt', '--json']
    const { status, out, error } = await jamak(folder, words, { input: KOREAN })
    expect({ status, out }).toEqual({ status: 0, out: '' })
    expect(readFileSync(join(folder, 'new.vtt'), 'utf8')).toMatch(/^WEBVTT\n/)
    expect(JSON.parse(error)).toMatchObject({ event: 'recut', keptAfter: 100 })
  })

  it.each(['smi', 'srt', 'vtt', 'ass', 'ttml'])('converts to %s with the cues as they are', async to => {
    const { status, out } = await jamak(folder, ['convert', 'talk.srt', '--to', to])
    expect(status).toBe(0)
    const { cues } = readSubtitle(out, 'ko')
    expect(cues.map(cue => Math.round(cue.startMs / 10) * 10)).toEqual([1000, 4100])
  })

  it('inspects a file by its rules, for readers and for programs', async () => {
    const { out } = await jamak(folder, ['inspect', 'talk.srt'])
    expect(out).toMatch(
      /^read as srt, utf-8; 0 notes\n2 cues, 0 keep every rule \(0 %\)\n {2}lineLength: 2 cues: 1, 2\n/,
    )
    const { out: json } = await jamak(folder, ['inspect', 'talk.srt', '--json'])
    expect(JSON.parse(json)).toMatchObject({
      event: 'inspected',
      cues: 2,
      kept: 0,
      rules: { lineLength: { broken: 2 } },
    })
  })

  it('says why: the cue, the rules that it breaks and the English beside it', async () => {
    const { out } = await jamak(folder, ['why', 'talk.srt', '--english', 'english.srt'])
    expect(out).toMatch(/^1 {2}00:00:01\.000 {2}lineLength, .*\n.*\n {3}So we went to school yesterday\.\n/)
    const { out: cut } = await jamak(folder, ['why', 'talk.srt', '--cue', '1'])
    expect(cut).toMatch(/the cue ends there because|its line ends there because/)
  })

  it.each([
    [['recut'], 2, 'Give a file, or - for standard input.'],
    [['recut', 'none.srt'], 1, 'File not found: none.srt'],
    [['recut', 'talk.srt', '--profile', 'cinema'], 2, '--profile must be one of standard, children'],
    [['convert', 'talk.srt', '--to', 'pdf'], 2, '--to must be one of srt, vtt'],
    [['convert', 'talk.srt', 'b.srt', '--to', 'vtt'], 2, 'Unexpected argument: b.srt'],
    [['inspect', 'talk.srt', '--bogus'], 2, "Unknown option '--bogus'"],
    [['why', 'talk.srt', '--cue', 'x'], 2, '--cue takes a whole number.'],
    [['submit', 'talk.srt'], 1, 'No key is stored.'],
    [['subtitles'], 2, 'Unknown command: subtitles'],
    [['toString'], 2, 'Unknown command: toString'],
  ])('%j ends with %i and one sentence', async (words, exit, sentence) => {
    const { status, out, error } = await jamak(folder, words)
    expect({ status, out }).toEqual({ status: exit, out: '' })
    expect(error).toContain(sentence)
    expect(error).not.toContain('    at ')
  })

  it('refuses a file that is no subtitle with the code of the engine', async () => {
    const { status, error } = await jamak(folder, ['inspect', '-', '--json'], { input: 'Only a text.' })
    expect(status).toBe(1)
    expect(JSON.parse(error)).toMatchObject({ event: 'error', code: 'SUBTITLE_NO_TIMES' })
  })

  it('speaks Korean in a Korean environment', async () => {
    expect((await jamak(folder, ['recut', 'none.srt'], { env: { LC_ALL: 'ko_KR.UTF-8' } })).error).toBe(
      '파일을 찾을 수 없어요: none.srt\n',
    )
    expect(chooseLanguage({ LANG: 'ko_KR.UTF-8' })).toBe('ko')
    expect(chooseLanguage({ LANG: 'ko_KR.UTF-8', LC_ALL: 'C' })).toBe('en')
  })

  it('shows its usage in both languages, with every profile', () => {
    for (const language of ['en', 'ko'] as const)
      expect(helpText(language)).toContain(`: ${Object.keys(PROFILES).join(', ')}\n`)
  })

  it('ends with its own code if the service cannot be reached', async () => {
    const env = { JAMAK_URL: 'http://127.0.0.1:9', JAMAK_KEY: 'jamak_x' }
    const { status, error } = await jamak(folder, ['quote', 'english.srt'], { env })
    expect({ status, error }).toEqual({ status: 4, error: 'http://127.0.0.1:9 cannot be reached.\n' })
  })
})
