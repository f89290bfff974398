import { describe, expect, it } from 'vitest'
import { admitSentence, buildDraft, buildPatch, cutDraft, patched } from '../../src/edit/index.ts'
import { koreanProfile, PROFILES } from '../../src/index.ts'
import { sentenceOf } from '../support/words.ts'

const ENGLISH = 'nobody who first heard about Fausto Coppi believed that it would last for more than a single summer'
const KOREAN = '처음 파우스토 코피 이야기를 들은 사람은 아무도 오래갈 거라고 믿지 않았어요'
const draftOf = (held: number[], korean = KOREAN) =>
  buildDraft([{ sentence: sentenceOf(ENGLISH, 0, 's1'), korean, problems: [], held }], {
    durationMs: 60_000,
    register: 'polite',
  })
const linesOf = (draft: ReturnType<typeof draftOf>, profile = koreanProfile) =>
  cutDraft(draft, profile).cues.flatMap(({ lines }) => lines)

describe('a name of several words', () => {
  it('stays on one line', () => {
    expect(linesOf(draftOf([]))).toContain('처음 파우스토')
    expect(linesOf(draftOf([2])).filter(line => line.includes('파우스토 코피'))).toHaveLength(1)
  })

  it('may be broken if it is longer than a line', () => {
    const name = '산타마리아노벨라 프란체스카 알레산드라 기념관은'
    const korean = `${name} 오늘 문을 열지 않았어요`
    expect(linesOf(draftOf([1, 2, 3], korean), PROFILES.shorts).join(' ')).toBe(korean)
  })

  it('may be broken by the user', () => {
    const draft = draftOf([2])
    const patch = buildPatch(draft, { kind: 'break', id: 's1', at: 2, as: 'line' })
    expect(patch && linesOf(patched(draft, patch))).toContain('처음 파우스토')
  })

  it('is no longer held together in a text that the user wrote', () => {
    const draft = draftOf([2])
    const patch = buildPatch(draft, { kind: 'text', id: 's1', korean: `${KOREAN}, 정말로` })
    expect(patch?.after[0]).not.toMatchObject({ held: expect.anything() })
  })

  it('is admitted from a client only at places inside the text', () => {
    const draft = draftOf([2])
    const [sentence] = draft.sentences
    const admitted = (held: number[]) => sentence && admitSentence({ ...sentence, held }, draft)?.held
    expect(admitted([2])).toEqual([2])
    expect(admitted([0, 99])).toBeUndefined()
  })
})
