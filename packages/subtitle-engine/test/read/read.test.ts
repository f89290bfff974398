import { describe, expect, it } from 'vitest'
import { formatVtt, koreanProfile, readSubtitle } from '../../src/index.ts'
import { textOf } from '../../src/read/lines.ts'

const cue = (startMs: number, endMs: number, ...lines: string[]) => ({
  startMs,
  endMs,
  lines,
  sentenceIds: [],
  flags: [],
})
const read = (text: string) => {
  const { cues, notes, dialect } = readSubtitle(text, 'ko')
  const plain = cues.map(({ startMs, endMs, lines }) => cue(startMs, endMs, ...lines.map(line => textOf([line]))))
  return {
    cues: plain,
    dialect,
    unread: notes.filter(({ kind }) => kind === 'untimed').length,
    speaker: cues[0]?.lines[0]?.speaker,
  }
}

describe('reading a subtitle to cut it again', () => {
  it('reads WebVTT without its head, comments, styles, identifiers, settings and tags', () => {
    const { cues, dialect, unread, speaker } = read(
      [
        'WEBVTT - 제목\nKind: captions\n',
        'STYLE\n::cue { color: red }\n',
        'NOTE 이 말은 자막이 아니다\n',
        '첫 자막\n00:01.000 --> 00:02.500 align:start line:80%\n<v 영희>안녕 <i>하세요</i> &amp; &lt;반가워요&gt;\n',
        '2\n01:00:03.000 --> 01:00:04.000\n<00:00:03.500><c.yellow>둘째</c>\n셋째 줄\n',
      ].join('\n'),
    )
    expect(dialect).toBe('vtt')
    expect(speaker).toBe('영희')
    expect(unread).toBe(0)
    expect(cues).toEqual([cue(1000, 2500, '안녕 하세요 & <반가워요>'), cue(3_603_000, 3_604_000, '둘째', '셋째 줄')])
  })

  it('reads back what the engine writes as WebVTT', () => {
    const cues = [cue(0, 900, '3 < 5 & 나', '끝'), cue(1000, 1900, '다음')]
    expect(read(formatVtt(cues, { ...koreanProfile, vttSettings: 'line:70%' })).cues).toEqual(cues)
  })

  it('orders cues by their starts and drops those without text', () => {
    const srt =
      '1\n00:00:05,000 --> 00:00:06,000\n둘\n\n2\n00:00:01,000 --> 00:00:02,000\n하나\n\n3\n00:00:07,000 --> 00:00:08,000\n\n'
    expect(read(srt).cues.map(({ lines }) => lines[0])).toEqual(['하나', '둘'])
  })

  it('counts cues whose times cannot be read', () => {
    expect(read('1\n00:00:xx --> 00:00:02,000\n하나\n\n2\n00:00:03,000 --> 00:00:04,000\n둘\n').unread).toBe(1)
  })

  it('finds no cues in prose', () => {
    expect(() => read('자막이 아닌 글이에요.\n')).toThrow(
      expect.objectContaining({ code: 'SUBTITLE_NO_TIMES', found: 'text' }),
    )
  })
})
