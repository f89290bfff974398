import { describe, expect, it } from 'vitest'
import {
  admitSentence,
  type Break,
  buildDraft,
  buildProject,
  cutDraft,
  type DraftSentence,
  openProject,
} from '../../src/edit/index.ts'
import { sentenceOf } from '../support/words.ts'

const ENGLISH =
  'in the evening when it rained I sat down and with a pencil I drew a map of the whole valley and the river and then it was so late that I went to bed without any supper at all'
const KOREAN =
  '비가 오는 저녁이면 자리에 앉아서 연필로 골짜기 전체와 강이 나오는 커다란 지도를 그렸는데 시간이 너무 늦어서 저녁도 못 먹고 그냥 잤어요'
const sentence = sentenceOf(ENGLISH)
const draftOf = (starts: number[], breaks: Break[] = []) => {
  const draft = buildDraft([{ sentence, korean: KOREAN, problems: [], ends: [5, 12], starts }], {
    durationMs: 0,
    register: 'haeyo',
  })
  return { ...draft, sentences: draft.sentences.map((each): DraftSentence => ({ ...each, breaks })) }
}
const startOf = (first: string, starts: number[], breaks?: Break[]) =>
  cutDraft(draftOf(starts, breaks)).cues.find(({ lines }) => lines[0]?.startsWith(first))?.startMs
const startMsOf = (word: number) => sentence.words[word]?.startMs

describe('the words with which phrases begin, in the editor', () => {
  it('set the starts of the cues of their phrases', () => {
    expect(startOf('시간이', [9, 28])).toBe(startMsOf(28))
    expect(startOf('시간이', [9, 26])).toBe(startMsOf(26))
  })

  it.each([26, 28])('also set the start of a cue after a cue end set by the user: word %i', word => {
    const ms = startMsOf(9) ?? 0
    const breaks: Break[] = [{ at: 5, kind: 'cue', ms }]
    expect(startOf('연필로', [9, word], breaks)).toBe(ms)
    expect(startOf('시간이', [9, word], breaks)).toBe(startMsOf(word))
  })

  it('are stored in the project and read back', () => {
    const draft = draftOf([9, 24])
    expect(openProject(buildProject(draft), 'haeyo').sentences).toEqual(draft.sentences)
  })

  it('are dropped if a client sends another number of them than of phrase ends', () => {
    const draft = draftOf([9, 24])
    const [one] = draft.sentences
    if (!one) throw new Error('no sentence')
    expect(admitSentence(one, draft)).toMatchObject({ ends: [5, 12], starts: [9, 24] })
    expect(admitSentence({ ...one, starts: [9] }, draft)?.starts).toBeUndefined()
    expect(admitSentence({ ...one, ends: [5, 99] }, draft)?.starts).toBeUndefined()
    expect(admitSentence({ ...one, ends: undefined }, draft)?.starts).toBeUndefined()
  })
})
