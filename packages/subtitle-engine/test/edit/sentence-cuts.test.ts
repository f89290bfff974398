import { describe, expect, it } from 'vitest'
import { buildDraft, cutDraft, findSentenceCuts } from '../../src/edit/index.ts'
import { PROFILES } from '../../src/index.ts'
import { sentenceOf } from '../support/words.ts'

const ENGLISH = 'it was the very best bug report that I have ever had the pleasure of reading in my life'
const translated = (korean: string, more: { ends?: number[]; held?: number[] } = {}, id = 's1', startMs = 0) => ({
  sentence: sentenceOf(ENGLISH, startMs, id),
  korean,
  problems: [],
  ...more,
})
const cutOf = (korean: string, more = {}, profile: keyof typeof PROFILES = 'standard') =>
  findSentenceCuts([translated(korean, more)], PROFILES[profile]).get('s1')

const TORN = '제가 받아 본 최고의 버그 리포트였어요'
const WHOLE = '제 인생 최고의 버그 리포트였어요'

describe('the cut of a sentence', () => {
  it('has no cost if the sentence fits one line', () => {
    expect(cutOf(WHOLE)).toEqual({ lines: [WHOLE], worst: 0 })
  })

  it('costs what its worst line end costs', () => {
    const cut = cutOf('제가 읽어 본 가장 훌륭한 버그 리포트였어요')
    expect(cut?.lines).toEqual(['제가 읽어 본 가장 훌륭한', '버그 리포트였어요'])
    expect(cut?.worst).toBeGreaterThan(150)
    expect(cutOf('비가 그치고 나면, 우리는 다시 길을 떠날 거예요')?.worst).toBeLessThan(50)
  })

  it('costs less at a place that the translator marked', () => {
    const korean = '제 맞은편에는 미르체아라는 노인이 앉아 있었는데, 지리 선생님이셨대요'
    const [before, after] = [cutOf(korean), cutOf(korean, { ends: [2, 6] })]
    expect(after?.worst).toBeLessThan(before?.worst ?? 0)
  })

  it('never ends a line inside a name that is held together', () => {
    const korean = '처음 파우스토 코피 이야기를 들은 사람은 아무도 오래갈 거라고 믿지 않았어요'
    expect(cutOf(korean)?.lines).toContain('처음 파우스토')
    const { lines = [] } = cutOf(korean, { held: [2] }) ?? {}
    expect(lines.filter(line => line.includes('파우스토 코피'))).toHaveLength(1)
    expect(lines.join(' ')).toBe(korean)
  })

  it('costs about as much in profiles whose own costs are higher', () => {
    const standard = cutOf(TORN)?.worst ?? 0
    expect((cutOf(TORN, {}, 'children')?.worst ?? 0) / standard).toBeCloseTo(1, 0)
  })

  it('is the one that is delivered, between neighbours and before the next sentence', () => {
    const texts = [
      TORN,
      '네',
      WHOLE,
      '비가 그치고 나면, 우리는 다시 길을 떠날 거라고 그 사람이 저한테 말했어요',
      '왜요?',
    ]
    const sentences = texts.map((korean, i) => translated(korean, {}, `s${i + 1}`, i * 4500))
    const cut = cutDraft(buildDraft(sentences, { durationMs: 60_000, register: 'polite' }))
    const delivered = cut.cues.flatMap(({ lines }) => lines.map(line => line.replace(/[.,]/g, '')))
    const found = findSentenceCuts(sentences.slice(0, 4), PROFILES.standard, sentences[4]?.sentence.startMs)
    const lines = [...found.values()].flatMap(each => each.lines.map(line => line.replace(/[.,]/g, '')))
    expect(delivered.slice(0, lines.length)).toEqual(lines)
  })
})
