import { describe, expect, it, vi } from 'vitest'
import { translateFaithfully } from '../../lambdas/translation/faithful.ts'
import { type GatedText, isReliable } from '../../lambdas/translation/gate.ts'
import { findProblems } from '../../lambdas/translation/problems.ts'
import { createRehearsalTranslation } from '../../local/engines/rehearsal-translation.ts'
import { glossaryOf, KOREAN, sentenceOf, TALK, task, told } from './talk.ts'

/** Sentences of our own, and what a weak model wrote for such ones. */
const WEAK: readonly (readonly [english: string, korean: string])[] = [
  ['The council closed the old bridge on Monday.', '정부는 월화일에 브릿지를 닫았습니다.'],
  ['In other news, the strike at the harbor is over.', '나other 뉴스에서 하버는 상실했습니다.'],
  ['The nurses return to work on Wednesday.', '흡저자가 금요일에 재취할 예정입니다.'],
  ['The team lost to Norway in the rain.', '팀이 비에서 노르웨이를 이겼습니다.'],
  ['Training takes three times as long.', '훈련이 세시간 더 걸립니다.'],
  ['It was not my fault.', '그건 내의 fault가 아니었습니다.'],
]
const weak = Object.fromEntries(WEAK.map(([, korean], i) => [`s${i + 1}`, korean]))
const sentences = WEAK.map(([english], i) => sentenceOf(`s${i + 1}`, english, i * 10_000))
const codes = (english: string, korean: string, terms = {}) =>
  findProblems(sentenceOf('s1', english), korean, [], {
    register: 'polite',
    glossary: glossaryOf(terms),
    budgets: new Map(),
  }).map(({ code }) => code)
const quiet = () => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
}

describe('a wrong word', () => {
  it.each([
    ['a day that became a word', 'It opens on Monday.', '월화일에 열어요.', ['quantity']],
    ['another day', 'They return on Wednesday.', '금요일에 돌아와요.', ['quantity']],
    ['a day that nobody said', 'They return soon.', '금요일에 돌아와요.', ['quantity']],
    ['another month', 'It rained in October.', '비가 11월에 왔어요.', ['quantity', 'added']],
    ['a defeat that became a victory', 'They lost to Norway.', '노르웨이를 이겼어요.', ['quantity']],
    ['worse that became better', 'It got worse.', '더 나은 결과가 나왔어요.', ['quantity']],
    ['a multiple that became hours', 'It takes three times as long.', '세 시간 더 걸려요.', ['quantity']],
    ['an English word', 'It was not my fault.', '제 fault가 아니었어요.', ['english']],
    ['English in the middle of a word', 'In other news, it rains.', '나other 소식인데 비가 와요.', ['english']],
    ['an example of the instructions', 'It was a sentence.', '그 문장이었고 그걸로 끝이었어요.', ['echo']],
    ['a placeholder', 'It was not a sentence.', '아직 옮기지 못했어요.', ['placeholder']],
  ])('is found: %s', (_, english, korean, found) => {
    expect(codes(english, korean)).toEqual(found)
  })

  it.each([
    ['It opens on Monday.', '월요일에 열어요.'],
    ['Open Monday to Friday.', '월~금요일에 열어요.'],
    ['We opened on the Fourth of July.', '미국 독립기념일에 문을 열었어요.'],
    ['April Jones sings in May.', '에이프릴 존스가 5월에 노래해요.'],
    ['They lost to Norway.', '노르웨이한테 졌어요.'],
    ['It got worse.', '더 나빠졌어요.'],
    ['It takes three times as long.', '세 배나 걸려요.'],
    ['It weighs two kilos on my iPhone.', 'iPhone으로 재면 2kg이에요.'],
    ['The determinant is zero.', '행렬식(determinant)은 0이에요.'],
    ['The word is spelled fault.', '“fault”라고 써요.'],
    ['That was it.', '그걸로 끝이었어요.'],
  ])('is not suspected in a good translation: %s', (english, korean) => {
    expect(codes(english, korean)).toEqual([])
  })

  it('may stay English if a term says so', () => {
    expect(codes('Use the filter function.', 'filter 함수를 쓰세요.', { filter: 'filter' })).toEqual([])
  })
})

describe('a batch', () => {
  const text = (n: number, codes: GatedText['problems'][number]['code'][]): GatedText => ({
    sentence: { text: `${'abcdefghijklmnopqrst'[n]}`.repeat(6) },
    korean: `낱말${n} 혼자예요.`,
    problems: codes.map(code => ({ code })),
  })
  const batch = (flagged: number, outside: number) =>
    Array.from({ length: 20 }, (_, n) =>
      text(n, [...(n < flagged ? (['negation'] as const) : []), ...(n < outside ? (['register'] as const) : [])]),
    )

  it.each([
    ['without a fault', 0, 0, true],
    ['wholly outside the register and otherwise good', 0, 20, true],
    ['with one doubt, outside the register', 1, 20, true],
    ['with two doubts', 2, 0, true],
    ['with two doubts, outside the register', 2, 20, false],
    ['with nine doubts', 9, 0, false],
  ])('%s: reliable: %4$s', (_, flagged, outside, expected) => {
    expect(isReliable(batch(flagged, outside))).toBe(expected)
  })

  it('that repeats words although the English does not counts as less reliable', () => {
    const repeating = batch(4, 0).map(each => ({ ...each, korean: '제 엔젤리아가 장면을 시도했어요.' }))
    expect(isReliable(repeating)).toBe(false)
    expect(isReliable(repeating.map(each => ({ ...each, sentence: { text: 'My angel tried the scene.' } })))).toBe(true)
  })

  it('of an unreliable model gets the next translator’s texts', async () => {
    quiet()
    const right = Object.fromEntries(
      sentences.map(({ id, text: english }) => [id, `${english.length}번째 번역입니다.`]),
    )
    const plain = told(false, () => ({ ...right, s1: '월요일에 다리를 닫았습니다.', s3: '수요일에 돌아옵니다.' }))
    const file = await translateFaithfully(
      { main: told(true, () => weak), plain, secondLook: true },
      task({ sentences, register: 'haeyo' }),
    )
    expect(Object.values(file).map(({ steppedIn }) => steppedIn)).toEqual(sentences.map(() => true))
    expect(console.error).toHaveBeenCalledWith(expect.objectContaining({ event: 'the model is unreliable' }))
  })

  it('for which the next translator has only placeholders is marked, so that the file is not delivered', async () => {
    quiet()
    const engine = createRehearsalTranslation()
    const plain = {
      learns: false,
      translate: async ({ sentences: asked }: { sentences: readonly { id: string; text: string }[] }) => {
        const texts = await engine.translate(
          asked.map(({ text: english }) => english),
          'FORMAL',
        )
        return new Map(asked.map(({ id }, i) => [id, texts[i] ?? '']))
      },
    }
    const file = await translateFaithfully(
      { main: told(true, () => weak), plain, secondLook: false },
      task({ sentences, register: 'haeyo' }),
    )
    expect(Object.values(file).every(({ problems }) => problems.includes('unbelieved'))).toBe(true)
  })

  it('of a good model keeps its texts', async () => {
    quiet()
    const file = await translateFaithfully(
      { main: told(true, () => KOREAN), plain: told(false, () => ({})), secondLook: true },
      task(),
    )
    expect(TALK.map(({ id }) => file[id]?.problems)).toEqual(TALK.map(() => []))
  })
})
