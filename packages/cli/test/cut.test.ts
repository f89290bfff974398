import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXPORT_FORMATS } from '../../subtitle-engine/src/export/index.ts'
import { parseSrt, weightedLength } from '../../subtitle-engine/src/index.ts'
import { talk, transcribedTalk } from '../../subtitle-engine/test/support/talk.ts'

const program = join(import.meta.dirname, '../src/main.ts')
let folder = ''

function subtitle(...args: string[]) {
  return spawnSync(process.execPath, [program, 'cut', ...args], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, INIT_CWD: folder, LC_ALL: 'C' },
  })
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'jamak-subtitle-'))
  writeFileSync(join(folder, 'transcript.json'), JSON.stringify(transcribedTalk()))
  const translations = Object.fromEntries(talk.map(([, korean], i) => [`s${i + 1}`, korean]))
  writeFileSync(join(folder, 'translations.json'), JSON.stringify(translations))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('jamak cut', () => {
  it('prints the SRT of a transcript and its translations, and the inspection beside it', () => {
    const { stdout, stderr, status } = subtitle('transcript.json', 'translations.json')
    expect(status).toBe(0)
    expect(parseSrt(stdout)[0]?.lines).toEqual(['여러분, 좋은 아침입니다'])
    expect(stderr).toMatch(/^\d+ cues, \d+ keep every rule \(100\.0 %\)/)
  })

  it('cuts for a named profile, and refuses an unknown one', () => {
    const { stdout } = subtitle('transcript.json', 'translations.json', '--profile', 'shorts')
    const widths = parseSrt(stdout).flatMap(({ lines }) => lines.map(weightedLength))
    expect(Math.max(...widths)).toBeLessThanOrEqual(12)
    const { status, stderr } = subtitle('transcript.json', 'translations.json', '--profile', 'cinema')
    expect(status).toBe(2)
    expect(stderr).toContain('standard, children, sdh, sdh-children, shorts')
  })

  it('explains with --why what led to each cue, and names the next-best cuts', () => {
    const { stdout, stderr } = subtitle('transcript.json', 'translations.json', '--why')
    expect(parseSrt(stdout).length).toBeGreaterThan(60)
    expect(stderr).toMatch(/^s1, total -?\d+: 여러분, 좋은 아침입니다/)
    expect(stderr).toMatch(
      /the cue ends there because:\n +a line's end costs \d+, a cue's end \d+\n +learned: readers let/,
    )
    expect(stderr).toMatch(/\n +[a-z ,’]+ = \S.*: line [+-]?\d\.\d\d, cue [+-]?\d\.\d\d\n/)
    expect(stderr).toMatch(/next best, \+\d+: .+ ‖ .+/)
  })

  it('prints the sentences by id where there are no translations yet', () => {
    const { stdout } = subtitle('transcript.json')
    expect(JSON.parse(stdout)).toMatchObject({ s1: talk[0]?.[0], s61: talk[60]?.[0] })
  })

  it('exports for editors with --format and --frames, and refuses unknown ones', () => {
    const { stdout } = subtitle('transcript.json', 'translations.json', '--to', 'ttml', '--frames', '25')
    expect(stdout).toContain('ttp:frameRate="25"')
    expect(subtitle('transcript.json', '--frames', '12').stderr).toContain('--frames is one of 23.976, 24, 25')
    expect(subtitle('transcript.json', '--to', 'stl').stderr).toContain(
      [...Object.keys(EXPORT_FORMATS), 'smi', 'txt'].join(', '),
    )
  })

  it('takes an English subtitle in place of a transcript', () => {
    const srt =
      '1\n00:00:01,000 --> 00:00:03,000\nGood morning,\n\n2\n00:00:03,100 --> 00:00:05,000\neveryone in this room.\n'
    writeFileSync(join(folder, 'english.srt'), srt)
    expect(JSON.parse(subtitle('english.srt').stdout)).toEqual({ s1: 'Good morning, everyone in this room.' })
    writeFileSync(join(folder, 'korean.json'), '{"s1": "여기 계신 여러분, 안녕하세요."}')
    const { stdout } = subtitle('english.srt', 'korean.json')
    expect(parseSrt(stdout)).toMatchObject([{ startMs: 1000, lines: ['여기 계신 여러분, 안녕하세요'] }])
  })

  it('writes subtitles and report to the given files', () => {
    const args = ['transcript.json', 'translations.json', '--to', 'vtt', '--out', 'talk.vtt', '--report', 'talk.json']
    expect(subtitle(...args).status).toBe(0)
    expect(readFileSync(join(folder, 'talk.vtt'), 'utf8')).toMatch(/^WEBVTT\n\n00:00:00\.800 --> /)
    expect(JSON.parse(readFileSync(join(folder, 'talk.json'), 'utf8'))).toMatchObject({ perMille: 1000, flags: {} })
  })

  it('says what is wrong with a file it cannot read', () => {
    writeFileSync(join(folder, 'broken.json'), '{"results": {}}')
    const { status, stderr } = subtitle('broken.json', 'translations.json')
    expect(status).toBe(1)
    expect(stderr).toContain('No time can be read')
  })
})
