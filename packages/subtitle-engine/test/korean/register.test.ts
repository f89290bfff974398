import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { detectRegister, endingLevel, inspectCues, keepsRegister, koreanProfile } from '../../src/index.ts'
import { talk } from '../support/talk.ts'

describe('the register', () => {
  it.each([
    ['haeyo', '알겠어요. 그렇죠? 정말요! 갈까요? 했거든요. 오네요. 제 거예요. "좋아요." 왔나요? 하세요. 가요. 없고요.'],
    ['hapnida', '갑니다. 좋습니까? 갑시다. 하십시오. 아닙니다. 했습니다만. "고맙습니다."'],
    ['banmal', '간다. 했어. 좋았다. 이게 뭐야? 가자. 할게. 했잖아. 그렇지. 예쁘구나. 할까? 아니다. 내가 했거든.'],
  ])('of %s is recognized by the endings', (level, text) => {
    for (const sentence of text.split(/(?<=[.?!]"?) /))
      expect([sentence, endingLevel(sentence)]).toEqual([sentence, level])
  })

  it('is undecided for nouns, fragments and connected clauses', () => {
    for (const text of ['네', '정오', '필요', '월요일', '비가 오니까', '마시다가', '그리고', 'Boston', '수요', '3시']) {
      expect([text, endingLevel(text)]).toEqual([text, undefined])
    }
  })

  it('of a text is that of most sentences', () => {
    expect(detectRegister('그랬어요. 좋았어요. 갑니다.')).toMatchObject({ register: 'haeyo', mixed: false })
    expect(detectRegister('그랬어요. 좋았어. 뭐야?')).toMatchObject({ register: 'banmal', mixed: true })
    expect(detectRegister('')).toMatchObject({ register: undefined, mixed: false })
  })

  it('is kept only if it is the requested one', () => {
    expect(keepsRegister('그랬어요. 갑니다.', 'polite')).toBe(true)
    expect(keepsRegister('그랬어요. 갑니다.', 'haeyo')).toBe(false)
    expect(keepsRegister('그랬어요. 갔어.', 'polite')).toBe(false)
    expect(keepsRegister('갔어. 좋다.', 'banmal')).toBe(true)
  })

  it('of a file that mixes 존댓말 and 반말 is reported by the inspection, by whole sentences', () => {
    const cue = (line: string, id: string, i: number) => {
      return { startMs: i * 2000, endMs: i * 2000 + 1500, lines: [line], sentenceIds: [id], flags: [] }
    }
    const polite = [cue('이제 집에 가야 한다', 's1', 0), cue('고 생각해요', 's1', 1)]
    expect(inspectCues(polite, koreanProfile).register).toMatchObject({ register: 'haeyo', mixed: false })
    const mixed = [...polite, cue('나도 그렇게 했어', 's2', 2)]
    expect(inspectCues(mixed, koreanProfile).register).toMatchObject({ mixed: true, counts: { haeyo: 1, banmal: 1 } })
  })

  it('of natural 존댓말 is never taken for 반말', () => {
    const { counts } = detectRegister(talk.map(([, korean]) => korean).join(' '))
    expect(counts.banmal).toBe(0)
    expect(counts.haeyo + counts.hapnida).toBeGreaterThan(50)
  })

  it('of 합니다체 allows 죠, 거든요, 니까요 and 까요, and no other 해요체', () => {
    expect(keepsRegister('저는 그날 갔습니다. 그렇죠. 비가 왔거든요. 가 볼까요? 늦었으니까요.', 'hapnida')).toBe(true)
    expect(keepsRegister('저는 그날 갔습니다. 비가 왔어요.', 'hapnida')).toBe(false)
  })

  it.each([
    ['걔가 "저는 모릅니다." 이러더라.', 'banmal'],
    ['그는 “갔어. 정말이야.” 하고 말했습니다.', 'hapnida'],
    ["안내문에는 '조용히 해 주세요'라고 적혀 있었어요.", 'haeyo'],
    ['그때 제가 그랬어요. "나도 데려가!"', 'haeyo'],
  ] as const)('ignores quotations, which may be in any register: %s', (text, wanted) => {
    expect(keepsRegister(text, wanted)).toBe(true)
  })

  it('is that of the quotation if there is nothing else', () => {
    expect(endingLevel('“나도 데려가!”')).toBe('banmal')
  })

  it.each(['haeyo', 'hapnida', 'banmal'])(
    'of %s is recognized in 95 of 100 labelled sentences, and in no other',
    level => {
      const rows = ['registers.txt', 'registers-held-out.txt']
        .flatMap(file => readFileSync(new URL(file, import.meta.url), 'utf8').split('\n'))
        .filter(line => line !== '' && !line.startsWith('#'))
        .map(line => line.split('\t'))
      expect(rows.length).toBeGreaterThan(500)
      const wanted = rows.filter(([label]) => label === level)
      const taken = rows.filter(([, sentence = '']) => endingLevel(sentence) === level)
      const right = wanted.filter(([, sentence = '']) => endingLevel(sentence) === level)
      expect(right.length / wanted.length).toBeGreaterThanOrEqual(0.95)
      expect(right.length / taken.length).toBeGreaterThanOrEqual(0.95)
    },
  )
})
