import { describe, expect, it } from 'vitest'
import { formatVtt, PROFILES } from '../../src/index.ts'

describe('writing WebVTT', () => {
  it('has its header, dots before milliseconds and no indexes', () => {
    const cue = { startMs: 1234, endMs: 5000, lines: ['안녕하세요', '반갑습니다'], sentenceIds: [], flags: [] }
    expect(formatVtt([cue])).toBe('WEBVTT\n\n00:00:01.234 --> 00:00:05.000\n안녕하세요\n반갑습니다\n')
  })

  it('escapes what players would read as markup', () => {
    const cue = { startMs: 0, endMs: 1000, lines: ['a < b & c > d', '', 'x --> y'], sentenceIds: [], flags: [] }
    expect(formatVtt([cue])).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:01.000\na &lt; b &amp; c &gt; d\nx → y\n')
  })

  it('places the cues of shorts above the buttons of a vertical player', () => {
    const cue = { startMs: 0, endMs: 1000, lines: ['세로 화면이에요'], sentenceIds: [], flags: [] }
    expect(formatVtt([cue], PROFILES.shorts)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.000 line:70%\n세로 화면이에요\n',
    )
  })

  it('writes only the header for no cues', () => {
    expect(formatVtt([])).toBe('WEBVTT\n')
  })
})
