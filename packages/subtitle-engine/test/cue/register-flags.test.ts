import { describe, expect, it } from 'vitest'
import { type Cue, withRegisterFlags } from '../../src/index.ts'

const cue = (id: string, line: string, i: number): Cue => {
  return { startMs: i * 2000, endMs: i * 2000 + 1500, lines: [line], sentenceIds: [id], flags: [] }
}
const cues = [
  cue('s1', '어제는 비가 왔고', 0),
  cue('s1', '오늘은 눈이 옵니다', 1),
  cue('s2', '정말 춥네요', 2),
  cue('s3', '그렇죠?', 3),
  cue('s4', '나는 "싫어요" 했습니다', 4),
]
const translations = new Map([
  ['s1', '어제는 비가 왔고 오늘은 눈이 옵니다.'],
  ['s2', '정말 춥네요.'],
  ['s3', '그렇죠?'],
  ['s4', '나는 "싫어요." 했습니다.'],
])
const flagged = (wanted: Parameters<typeof withRegisterFlags>[2]) =>
  withRegisterFlags(cues, translations, wanted).flatMap((each, i) => (each.flags.includes('register') ? [i] : []))

describe('a cue is flagged for a register other than the requested one', () => {
  it('if a sentence in 해요체 drifts to 합니다체, in the cue with its ending', () => {
    expect(flagged('haeyo')).toEqual([1, 4])
  })

  it('if a sentence in 합니다체 drifts to 해요체, but not for a quotation or an ending that 합니다체 allows', () => {
    expect(flagged('hapnida')).toEqual([2])
  })

  it('only for 반말 if 존댓말 of either kind was requested', () => {
    expect(flagged('polite')).toEqual([])
    expect(flagged('banmal')).toEqual([1, 2, 3, 4])
  })
})
