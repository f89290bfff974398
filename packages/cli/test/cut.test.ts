import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXPORT_FORMATS } from '../../subtitle-engine/src/export/index.ts'
import { parseSrt, weightedLength } from '../../subtitle-engine/src/index.ts'
import { talk, transcribedTalk } from '../../subtitle-engine/test/support/talk.ts'
import { jamak } from './run.ts'

let folder = ''

const subtitle = (...args: string[]) => jamak(folder, ['cut', ...args])

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'jamak-subtitle-'))
  writeFileSync(join(folder, 'transcript.json'), JSON.stringify(transcribedTalk()))
  const translations = Object.fromEntries(talk.map(([, korean], i) => [`s${i + 1}`, korean]))
  writeFileSync(join(folder, 'translations.json'), JSON.stringify(translations))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('jamak cut', () => {
  it('prints the SRT of a transcript and its translations, and the inspection beside it', async () => {
    const { out, error, status } = await subtitle('transcript.json', 'translations.json')
    expect(status).toBe(0)
    expect(parseSrt(out)[0]?.lines).toEqual(['여러분, 좋은 아침입니다'])
    expect(error).toMatch(/^\d+ cues, \d+ keep every rule \(100\.0 %\)/)
  })

  it('cuts for a named profile, and refuses an unknown one', async () => {
    const { out } = await subtitle('transcript.json', 'translations.json', '--profile', 'shorts')
    const widths = parseSrt(out).flatMap(({ lines }) => lines.map(weightedLength))
    expect(Math.max(...widths)).toBeLessThanOrEqual(12)
    const { status, error } = await subtitle('transcript.json', 'translations.json', '--profile', 'cinema')
    expect(status).toBe(2)
    expect(error).toContain('standard, children, sdh, sdh-children, shorts')
  })

  it('explains with --why what led to each cue, and names the next-best cuts', async () => {
    const { out, error } = await subtitle('transcript.json', 'translations.json', '--why')
    expect(parseSrt(out).length).toBeGreaterThan(60)
    expect(error).toMatch(/^s1, total -?\d+: 여러분, 좋은 아침입니다/)
    expect(error).toMatch(
      /the cue ends there because:\n +a line's end costs \d+, a cue's end \d+\n +learned: readers let/,
    )
    expect(error).toMatch(/\n +[a-z ,’]+ = \S.*: line [+-]?\d\.\d\d, cue [+-]?\d\.\d\d\n/)
    expect(error).toMatch(/next best, \+\d+: .+ ‖ .+/)
  })

  it('prints the sentences by id where there are no translations yet', async () => {
    const { out } = await subtitle('transcript.json')
    expect(JSON.parse(out)).toMatchObject({ s1: talk[0]?.[0], s61: talk[60]?.[0] })
  })

  it('exports for editors with --format and --frames, and refuses unknown ones', async () => {
    const { out } = await subtitle('transcript.json', 'translations.json', '--to', 'ttml', '--frames', '25')
    expect(out).toContain('ttp:frameRate="25"')
    expect((await subtitle('transcript.json', '--frames', '12')).error).toContain(
      '--frames must be one of 23.976, 24, 25',
    )
    expect((await subtitle('transcript.json', '--to', 'stl')).error).toContain(
      [...Object.keys(EXPORT_FORMATS), 'smi', 'txt'].join(', '),
    )
  })

  it('takes an English subtitle in place of a transcript', async () => {
    const srt =
      '1\n00:00:01,000 --> 00:00:03,000\nGood morning,\n\n2\n00:00:03,100 --> 00:00:05,000\neveryone in this room.\n'
    writeFileSync(join(folder, 'english.srt'), srt)
    expect(JSON.parse((await subtitle('english.srt')).out)).toEqual({ s1: 'Good morning, everyone in this room.' })
    writeFileSync(join(folder, 'korean.json'), '{"s1": "여기 계신 여러분, 안녕하세요."}')
    const { out } = await subtitle('english.srt', 'korean.json')
    expect(parseSrt(out)).toMatchObject([{ startMs: 1000, lines: ['여기 계신 여러분, 안녕하세요'] }])
  })

  it('writes subtitles and report to the given files', async () => {
    const args = ['transcript.json', 'translations.json', '--to', 'vtt', '--out', 'talk.vtt', '--report', 'talk.json']
    expect((await subtitle(...args)).status).toBe(0)
    expect(readFileSync(join(folder, 'talk.vtt'), 'utf8')).toMatch(/^WEBVTT\n\n00:00:00\.800 --> /)
    expect(JSON.parse(readFileSync(join(folder, 'talk.json'), 'utf8'))).toMatchObject({ perMille: 1000, flags: {} })
  })

  it('says what is wrong with a file it cannot read', async () => {
    writeFileSync(join(folder, 'broken.json'), '{"results": {}}')
    const { status, error } = await subtitle('broken.json', 'translations.json')
    expect(status).toBe(1)
    expect(error).toContain('No time can be read')
  })
})
