import { describe, expect, it } from 'vitest'
import { exportSubtitle, paragraphsOf } from '../../src/export/index.ts'
import { koreanProfile } from '../../src/profile.ts'

const spoken = (id: string, speaker: string | undefined) => ({
  id,
  text: 'Words.',
  startMs: 0,
  endMs: 1,
  words: [
    { text: 'Words', startMs: 0, endMs: 1, confidence: 1, after: '.', ...(speaker !== undefined && { speaker }) },
  ],
})
const cue = (startMs: number, endMs: number, sentenceId: string, ...lines: string[]) => ({
  startMs,
  endMs,
  lines,
  sentenceIds: [sentenceId],
  flags: [],
})

const SENTENCES = [spoken('a', 'Anna Berg'), spoken('b', 'Anna Berg'), spoken('c', '1'), spoken('d', 'turn-2')]
const CUES = [
  cue(0, 900, 'a', '[Anna Berg] 오늘은', '날씨가'),
  cue(1000, 1900, 'a', '맑네요'),
  cue(2000, 2900, 'b', '나가요'),
  cue(3000, 3900, 'c', '좋아요'),
  cue(3_723_000, 3_724_000, 'd', '3 < 4 & "끝"'),
]

describe('a transcript', () => {
  it('has a paragraph for each turn, with the name or the number of its speaker', () => {
    expect(paragraphsOf(CUES, SENTENCES)).toEqual([
      { startMs: 0, speaker: 'Anna Berg', text: '오늘은 날씨가 맑네요 나가요' },
      { startMs: 3000, speaker: '화자 2', text: '좋아요' },
      { startMs: 3_723_000, text: '3 < 4 & "끝"' },
    ])
  })

  it('begins a paragraph after a long pause and before a text grows too long, without repeating the name', () => {
    const pause = [cue(0, 900, 'a', '네'), cue(3000, 3900, 'b', '그래요')]
    expect(paragraphsOf(pause, SENTENCES).map(({ speaker }) => speaker)).toEqual(['Anna Berg', undefined])
    const long = [cue(0, 900, 'a', '가'.repeat(200)), cue(1000, 1900, 'b', '나'.repeat(200))]
    expect(paragraphsOf(long, SENTENCES)).toHaveLength(2)
  })

  it('as HTML states its language and shows every sign as it is', () => {
    const html = exportSubtitle('html', { name: '<강의>', cues: CUES, sentences: SENTENCES, profile: koreanProfile })
    expect(html).toContain('<html lang="ko">')
    expect(html).toContain('<h1>&lt;강의&gt;</h1>')
    expect(html).toContain('<p><time>0:00:00</time> <strong>Anna Berg</strong> 오늘은 날씨가 맑네요 나가요</p>')
    expect(html).toContain('<p><time>1:02:03</time> 3 &lt; 4 &amp; &quot;끝&quot;</p>')
  })
})
