import { describe, expect, it } from 'vitest'
import { buildDraft, cutDraft, writeFiles } from '../src/edit/index.ts'
import { exportSubtitle } from '../src/export/index.ts'
import {
  certificateFromInspection,
  cuesFromSentences,
  inspectCues,
  koreanProfile,
  parseSrt,
  readEnglishSubtitle,
  readSubtitle,
  sentencesFromTranscript,
} from '../src/index.ts'
import { recutCues } from '../src/recut/index.ts'

const ENGLISH = [
  '1\n00:00:01,000 --> 00:00:09,000\n{\\an8}The bakery of the town\n',
  '2\n00:00:02,000 --> 00:00:04,000\nWe bake the bread\n',
  '3\n00:00:04,100 --> 00:00:06,000\nthat you buy in the morning.\n',
].join('\n')
const KOREAN = ENGLISH.replace('The bakery of the town', '마을 빵집')
  .replace('We bake the bread', '저희는 아침에 드실')
  .replace('that you buy in the morning.', '빵을 구워요.')
const SIGN = { startMs: 1000, place: 'top', lines: ['마을 빵집'] }
const SPEECH = { startMs: 2000, lines: ['아침에 드실 빵을 구워요'] }

const { transcript } = readEnglishSubtitle(ENGLISH)
const sentences = sentencesFromTranscript(transcript)
const korean = new Map(
  sentences.map(({ id, text }) => [id, text.startsWith('The') ? '마을 빵집' : '아침에 드실 빵을 구워요.']),
)
const draft = buildDraft(
  sentences.map(sentence => ({ sentence, korean: korean.get(sentence.id) ?? '', problems: [] })),
  { durationMs: 10_000, register: 'polite' },
)

describe('a sign beside dialogue', () => {
  it('stays at the top for its time, and the sentence below stays whole', () => {
    const cues = cuesFromSentences(sentences, korean, koreanProfile, 10_000)
    expect(cues).toMatchObject([SIGN, SPEECH])
    expect(cues[0]?.endMs).toBe(9000)
    expect(cues[1]?.place).toBeUndefined()
  })

  it('is cut in the editor and on the server as in the engine, with the same certificate', () => {
    const cut = cutDraft(draft)
    expect(cut.cues).toMatchObject([SIGN, SPEECH])
    const { cues, kept, flags } = certificateFromInspection(inspectCues(cut.cues, koreanProfile, cut.sentences))
    expect(cut.certificate).toMatchObject({ cues, kept, flags })
    expect(kept).toBe(2)
  })

  it('keeps its cue when the sentence below is edited', () => {
    const baseline = cutDraft(draft)
    const edited = draft.sentences.map(sentence =>
      sentence.korean === '마을 빵집' ? sentence : { ...sentence, korean: '빵을 구워요.' },
    )
    const cut = cutDraft({ ...draft, sentences: edited }, koreanProfile, { baseline, earlier: baseline })
    expect(cut.cues).toMatchObject([SIGN, { startMs: 2000, lines: ['빵을 구워요'] }])
    expect([...cut.changed]).toHaveLength(1)
  })

  it('keeps its place in every format that has places', () => {
    const cut = cutDraft(draft)
    expect(parseSrt(writeFiles(cut).srt)).toMatchObject([SIGN, SPEECH])
    expect(writeFiles(cut).vtt).toContain(' line:0\n마을 빵집')
    const source = { ...cut, name: 'x' }
    expect(exportSubtitle('ass', source)).toContain('{\\an8}마을 빵집')
    expect(exportSubtitle('ttml', source)).toMatch(/region="top">마을 빵집/)
    expect(exportSubtitle('fcpxml', source, '25')).toMatch(/placement="top"/)
    for (const format of ['srt', 'vtt', 'ass', 'ttml'] as const)
      expect(readSubtitle(exportSubtitle(format, source), 'ko').cues).toMatchObject([
        { place: 'top', isAside: true },
        {},
      ])
  })

  it('is cut again on its own track', () => {
    const { after, before } = recutCues(readSubtitle(KOREAN, 'ko').cues)
    expect(after).toMatchObject([
      { startMs: 1000, place: 'top' },
      { startMs: 2000, lines: ['저희는 아침에 드실 빵을 구워요'] },
    ])
    expect(before.map(({ sentenceIds }) => sentenceIds)).toEqual([['s2'], ['s1'], ['s1']])
  })
})

it('brackets, which players hide with what they enclose, are full-width in SRT', () => {
  expect(
    exportSubtitle('srt', {
      name: 'x',
      cues: [{ startMs: 0, endMs: 2000, lines: ['{count}와 useState', '3 < 5 > 4'], sentenceIds: [], flags: [] }],
      sentences: [],
      profile: koreanProfile,
    }),
  ).toContain('｛count｝와 useState\n3 ＜ 5 ＞ 4\n')
})
