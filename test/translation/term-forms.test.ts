import { describe, expect, it } from 'vitest'
import { soundDifference, withOneForm } from '../../lambdas/translation/term-forms.ts'
import type { Term } from '../../lambdas/translation/terms.ts'

const terms = (all: Record<string, string | [korean: string, ...others: string[]]>) =>
  new Map(
    Object.entries(all).map(([english, forms]): [string, Term] => {
      const [korean = '', ...others] = typeof forms === 'string' ? [forms] : forms
      return [english, { korean, others, source: 'brief' }]
    }),
  )

describe('another form of a term', () => {
  it.each([
    ['칼 드라이즈가 만들었어요.', 'Karl Drais', '카를 드라이스', '카를 드라이스가 만들었어요.'],
    ['드라이쯔를 만났어요.', 'Drais', '드라이스', '드라이스를 만났어요.'],
    ['Drais은 독일 사람이에요.', 'Drais', '드라이스', '드라이스는 독일 사람이에요.'],
    ['나는 Mannheim로 갔어요.', 'Mannheim', '만하임', '나는 만하임으로 갔어요.'],
    ['맨하임에서 시작했어요.', 'Mannheim', '만하임', '만하임에서 시작했어요.'],
    ['경사하강법을 써요.', 'gradient descent', '경사 하강법', '경사 하강법을 써요.'],
    ['스텐퍼드와 함께했어요.', 'Stanford', '스탠퍼드', '스탠퍼드와 함께했어요.'],
  ])('%j becomes the one form', (korean, english, form, expected) => {
    expect(withOneForm(korean, terms({ [english]: form }))).toBe(expected)
  })

  it('that the glossary lists is replaced, with the particle that matches the new one', () => {
    const glossary = terms({ transformer: ['변환기', '트랜스포머', '변압기'] })
    expect(withOneForm('트랜스포머는 변압기와 달라요.', glossary)).toBe('변환기는 변환기와 달라요.')
  })

  it('is left alone if it is the form of another term', () => {
    const glossary = terms({ Meta: ['메타', '페이스북'], Facebook: '페이스북' })
    expect(withOneForm('페이스북이 메타가 됐어요.', glossary)).toBe('페이스북이 메타가 됐어요.')
  })
})

describe('a common word', () => {
  it('is not replaced because it begins with a short form of a term', () => {
    const glossary = terms({ Danny: ['대니', '데니'] })
    expect(withOneForm('바쁜 데니까 데니는 비켜 줘요.', glossary)).toBe('바쁜 데니까 대니는 비켜 줘요.')
  })

  it.each([
    ['한글을 배워요.', 'Korea', '한국'],
    ['우리는 그 사람을 만났어요.', 'Saram', '사랑'],
    ['미국에서 왔어요.', 'Mick', '믹'],
    ['바다가 아름다워요.', 'Bader', '바더'],
    ['그는 자전거를 발명했어요.', 'Drais', '드라이스'],
    ['하나라도 좋아요.', 'Nara', '나라'],
    ['결과가 다 나왔대요.', 'Dana', '다나'],
    ['새가 세 마리 아침마다 와요.', 'Maria', '마리아'],
    ['짐이 다 나가면 불러 주세요.', 'Dana', '다나'],
  ])('is never taken for a name: %j', (korean, english, form) => {
    expect(withOneForm(korean, terms({ [english]: form }))).toBe(korean)
  })
})

describe('the difference in sound', () => {
  it('is zero for equal words and small for spellings of one name', () => {
    expect(soundDifference('드라이스', '드라이스')).toBe(0)
    for (const [a, b] of [
      ['드라이스', '드라이즈'],
      ['카를드라이스', '칼드라이스'],
      ['맨해튼', '맨하탄'],
      ['스탠퍼드', '스탠포드'],
      ['베토벤', '베에토벤'],
    ] as const) {
      expect(soundDifference(a, b), `${a} ${b}`).toBeLessThan(0.3)
      expect(soundDifference(a, b)).toBeCloseTo(soundDifference(b, a))
    }
    for (const [a, b] of [
      ['드라이스', '자전거를'],
      ['만하임', '사람이'],
      ['한국', '미국'],
    ] as const)
      expect(soundDifference(a, b), `${a} ${b}`).toBeGreaterThan(0.2)
  })
})
