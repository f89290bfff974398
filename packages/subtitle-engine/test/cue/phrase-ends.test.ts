import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cue, cuesFromSentences, koreanProfile, PROFILES } from '../../src/index.ts'
import { sentenceOf } from '../support/words.ts'

const ENGLISH =
  'the robot that I ordered last week came to my door this morning and it was carrying a very small box with a red ribbon'
const KOREAN =
  '지난주에 제가 주문한 로봇이 오늘 아침 우리 집 앞에 왔는데 빨간 리본이 달린 아주 작은 상자를 들고 있었어요.'
const sentence = sentenceOf(ENGLISH, 0, 's1')
const cut = (ends?: number[], korean = KOREAN) =>
  cuesFromSentences([sentence], new Map([['s1', korean]]), koreanProfile, undefined, ends && new Map([['s1', ends]]))
/** Numbers of the eojeols that cues begin with, but for the first. */
const starts = (cues: Cue[]) => {
  let at = 0
  return cues.map(({ lines }) => (at += lines.join(' ').split(' ').length)).slice(0, -1)
}
const textOf = (cues: Cue[]) => cues.flatMap(({ lines }) => lines).join(' ')

describe('the ends of phrases that a translator marked', () => {
  it('decide between places where a cue may well end', () => {
    const korean =
      '비가 오는 날이면 창문을 닫고 커피를 끓이고 책을 읽다가 낮잠을 자거나 친구에게 긴 편지를 쓰곤 했어요.'
    const at = korean.split(' ').indexOf('책을')
    expect(starts(cut(undefined, korean))).not.toContain(at)
    expect(starts(cut([at], korean))).toContain(at)
  })

  it('do not end a cue between a place and its verb', () => {
    const at = KOREAN.split(' ').indexOf('왔는데')
    expect(starts(cut([at]))).toEqual(starts(cut()))
  })

  it('hold together what stands between them, where no stretch exceeds a line', () => {
    const korean = '온몸을 돌고 온 피는 오른쪽 심방으로 들어와서 폐로 보내지고, 거기서 산소를 받아 옵니다.'
    const [right, lungs, there] = ['오른쪽', '폐로', '거기서'].map(word => korean.split(' ').indexOf(word))
    const firstLine = (ends: (number | undefined)[]) =>
      cut(
        ends.filter(end => end !== undefined),
        korean,
      )[0]?.lines[0]
    expect(firstLine([right, lungs])).toBe('온몸을 돌고 온')
    expect(firstLine([right, lungs, there])).toBe('온몸을 돌고 온 피는')
  })

  it('never make another place dearer than one inside a construction', () => {
    const phrases = '머리만 남게 되고, | 물에 씻겨 | 내려갈 수 있게 되는 거죠.'.split(' | ')
    const ends = phrases.slice(0, -1).map(
      (_, i) =>
        phrases
          .slice(0, i + 1)
          .join(' ')
          .split(' ').length,
    )
    const cues = cuesFromSentences(
      [sentenceOf('so that only the heads are left outside and the water can wash all of them away')],
      new Map([['s1', phrases.join(' ')]]),
      PROFILES.children,
      undefined,
      new Map([['s1', ends]]),
    )
    expect(cues.at(-1)?.lines.at(-1)).toBe('씻겨 내려갈 수 있게 되는 거죠')
  })

  it('are taken for a slip a word off a place where a line may well end', () => {
    const korean =
      '언젠가 그 손자의 손자가 자기 조상의 말을 배우고 싶어질 때, 적어도 들을 수 있는 목소리는 남아 있어야 하니까요.'
    const at = korean.split(' ').indexOf('자기')
    expect(cut([at + 1], korean)).toEqual(cut(undefined, korean))
    expect(cut([at, at + 1], korean)).toEqual(cut([at], korean))
  })

  it('leave the cut to the rules where there is none', () => {
    expect(cut([])).toEqual(cut())
  })

  it('never tear a number from its unit or a fixed construction apart', () => {
    const korean =
      '어제 저는 로봇을 3 대 샀는데 그중에 하나는 할 수 없는 일이 아주 많다는 것을 오늘에야 겨우 알았습니다.'
    const words = korean.split(' ')
    const wrong = [words.indexOf('대'), words.indexOf('수'), words.indexOf('없는')]
    for (const at of wrong) expect(starts(cut([at], korean))).not.toContain(at)
  })

  it.each([
    '오늘 아침 우리 집 앞에 온 로봇의 빨간 리본이 달린 아주 작은 상자를 저는 도무지 잊을 수가 없었어요.',
    '강 건너 마을에서 가장 오래된 다리의 이름을 아는 사람은 이제 아무도 남지 않았다고 해요.',
    '지난 겨울에 우리가 함께 걸었던 그 도시의 오래된 골목과 작은 서점들을 저는 아직도 기억해요.',
  ])('never separate 의 from its noun: %s', korean => {
    const at = korean.split(' ').findIndex(word => word.endsWith('의')) + 1
    expect(cut([at], korean)).toEqual(cut(undefined, korean))
  })

  it('never separate an adnominal ending from its noun, nor a tail of six characters', () => {
    for (const end of ['주문한', '달린', '들고']) {
      const at = KOREAN.split(' ').indexOf(end) + 1
      expect(starts(cut([at]))).not.toContain(at)
    }
  })

  it('change neither the text nor the order nor the bounds of the cues, whatever they say', () => {
    const anyEnds = fc.uniqueArray(fc.integer({ min: -3, max: 40 }), { maxLength: 20 })
    fc.assert(
      fc.property(anyEnds, ends => {
        const cues = cut(ends.sort((a, b) => a - b))
        expect(textOf(cues).replace(/[.,]/g, '')).toBe(KOREAN.replace(/[.,]/g, ''))
        for (const [i, { startMs, endMs }] of cues.entries())
          expect(startMs >= (cues[i - 1]?.endMs ?? 0) && endMs > startMs).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})
