import { describe, expect, it } from 'vitest'
import {
  PROFILES,
  readEnglishSubtitle,
  readSubtitle,
  sentencesFromTranscript,
  withSpeakerNames,
} from '../../src/index.ts'
import { recutCues } from '../../src/recut/index.ts'

const vtt = (...texts: string[]) =>
  `WEBVTT\n\n${texts.map((text, i) => `00:0${i * 2}.000 --> 00:0${i * 2 + 1}.900\n${text}\n`).join('\n')}`

describe('the names of speakers', () => {
  const sentences = sentencesFromTranscript(
    readEnglishSubtitle(vtt('Anna Berg: Are you there?', 'Anna Berg: It is late.', 'Tom Oduya: I am.', '- Not me.'))
      .transcript,
  )
  const korean = new Map(
    sentences.map(({ id }, i) => [id, ['거기 있어요?', '늦었어요.', '있어요.', '저는 아니에요.'][i] ?? '']),
  )

  it('precede the first sentence of each turn in profiles for deaf viewers', () => {
    expect([...withSpeakerNames(sentences, korean).values()]).toEqual([
      '[Anna Berg] 거기 있어요?',
      '늦었어요.',
      '[Tom Oduya] 있어요.',
      '저는 아니에요.',
    ])
  })

  it('stay in a Korean subtitle that is recut for deaf viewers, and are removed for others', () => {
    const { cues } = readSubtitle(vtt('철수: 거기 있어요?', '영희: 있어요.', '철수: 그럼 나가요.'), 'ko')
    const shown = (profile: keyof typeof PROFILES) =>
      recutCues(cues, PROFILES[profile]).after.map(({ lines }) => lines.join(' / '))
    expect(shown('sdh')).toEqual(['[철수] 거기 있어요?', '[영희] 있어요', '[철수] 그럼 나가요'])
    expect(shown('standard')).toEqual(['거기 있어요?', '있어요', '그럼 나가요'])
  })
})
