import { describe, expect, it } from 'vitest'
import { characterBudget, checkTranslation, koreanProfile } from '../src/index.ts'
import { talk } from './support/talk.ts'
import { sentenceOf } from './support/words.ts'

const codes = (english: string, korean: string) => checkTranslation(sentenceOf(english), korean).map(({ code }) => code)

describe('the check of a translation', () => {
  it.each([
    ['Good morning, everyone.', '   ', 'empty'],
    ['Good morning, everyone.', '.', 'empty'],
    ['Good morning to all of you.', 'Good morning to all of you.', 'noHangul'],
    ['There were 12 people in the room.', '방에 사람들이 있었어요.', 'numbers'],
    ['This is a rather long sentence about the weather in spring.', '네.', 'tooShort'],
    ['Good morning.', `안녕하세요. ${'정말 반갑습니다. '.repeat(8)}`, 'tooLong'],
  ])('of %j finds %j %s', (english, korean, code) => {
    expect(codes(english, korean)).toContain(code)
  })

  it.each([
    ['Yes.', '네.'],
    ['New York.', 'New York.'],
    ['1984.', '1984.'],
    ['Hm.', '흠.'],
    ['Thank you very much.', '대단히 감사합니다.'],
  ])('of %j accepts %j', (english, korean) => {
    expect(codes(english, korean)).toEqual([])
  })

  it('accepts what people write', () => {
    expect(talk.filter(([english, korean]) => codes(english, korean).length > 0)).toEqual([])
  })

  it('names the neighbour whose text was repeated', () => {
    const neighbour = { sentence: { id: 's2', text: 'We went home after that.' }, korean: '그 뒤에 집에 갔어요.' }
    const problems = checkTranslation(sentenceOf('They stayed until midnight.'), '그 뒤에 집에 갔어요', [neighbour])
    expect(problems).toContainEqual({ code: 'duplicate', of: 's2' })
  })

  it('accepts the same text for the same sentence', () => {
    const neighbour = { sentence: { id: 's2', text: 'Thank you very much!' }, korean: '감사합니다.' }
    expect(checkTranslation(sentenceOf('Thank you very much.'), '감사합니다.', [neighbour])).toEqual([])
  })

  it('takes an English word that a neighbour keeps, too, for a term', () => {
    const near = (english: string, korean: string) => [{ sentence: { id: 's2', text: english }, korean }]
    const found = (neighbours: ReturnType<typeof near>) =>
      checkTranslation(sentenceOf('We minimize the cost.'), '저희는 cost를 줄여요.', neighbours).map(({ code }) => code)
    expect(found([])).toEqual(['english'])
    expect(found(near('The cost is a number.', '비용은 수예요.'))).toEqual(['english'])
    expect(found(near('The number is high.', 'cost는 커요.'))).toEqual(['english'])
    expect(found(near('The cost is a number.', 'cost는 수예요.'))).toEqual([])
  })

  it('takes a name with digits that a neighbour has for a repeated name, but no other number', () => {
    const near = [
      { sentence: { id: 's2', text: 'It is called SHA256, and it has 64 rounds.' }, korean: 'SHA256이에요.' },
    ]
    const found = (korean: string, neighbours = near) =>
      checkTranslation(sentenceOf('You cannot reverse this function.'), korean, neighbours).map(({ code }) => code)
    expect(found('이 SHA256 함수는 되돌릴 수 없어요.')).toEqual([])
    expect(found('이 SHA256 함수는 되돌릴 수 없어요.', [])).toEqual(['added'])
    expect(found('이 함수는 64번이나 되돌릴 수 없어요.')).toEqual(['added'])
  })

  it.each([
    ['This is called a linear system of equations.', '이걸 선형 방정식계(linear system of equations)라고 해요.'],
    ['The formula is a times d minus b times c.', '공식은 a * d - b * c 예요.'],
    ['I made a film called the origin of stars.', '"the origin of stars"라는 영화를 만들었어요.'],
    ['And this, this stands for length?', '그리고 이건 길이를 뜻해요.'],
    ['That gives us the 512-13 triangle.', '그러면 5 12 13 삼각형이 나와요.'],
    ['It is proportional to Ax2.', '그건 Ax의 제곱에 비례해요.'],
    ['Remember how we looked at the first layer?', '첫 번째 층을 살펴본 걸 기억하실 거예요.'],
  ])(
    'accepts explanations in brackets, titles, variables, reminders and statements heard as questions: %j, %j',
    (english, korean) => {
      expect(codes(english, korean)).toEqual([])
    },
  )

  it.each([
    'We went to the store. | 우리는 (집에서) went to the store 했어요. | foreign',
    'It was great. | 그건 좋球았어요. | script',
    'Take four points on a sphere. | 구(球) 위에 점 네 개를 찍어요. | script',
    'He said we should go to the store. | 그는 "we should go to the store"라고 했어요. | foreign',
    'You are coming with us? | 저희와 함께 가요. | question',
    'That gives us the 512-13 triangle. | 그러면 5 12 삼각형이 나와요. | numbers',
    'Do you remember me at all? | 저를 기억해요. | question',
  ])('still finds what is no explanation: %s', line => {
    const [english = '', korean = '', code] = line.split(' | ')
    expect(codes(english, korean)).toContain(code)
  })

  it.each([
    'evil.com',
    'evil.pizza',
    'evil . com',
    'evil점com',
    '이블닷컴',
    '도박.kr',
    'hxxp://evil.pizza',
    '192.168.0.1',
    'ｅｖｉｌ．ｃｏｍ',
    'me@evil',
    'me 골뱅이 evil',
    '@evil',
    '@도박왕',
    '#도박',
    '010-1234-5678',
    '010 1234 5678',
    '０１０－１２３４－５６７８',
    '공일공 일이삼사 오육칠팔',
    '카톡 evil123',
    '텔레그램 evil',
    '50,000원',
    '오만 원',
    '$100',
    '0.5 BTC',
  ])('finds %s, which nobody said', addition => {
    const english = 'We walked along the river and talked about the weather.'
    expect(codes(english, `우리는 강을 따라 걸으며 날씨를 이야기했어요. ${addition}`)).toContain('added')
  })

  it.each([
    ['Write to me at Kim at example dot com.', 'kim@example.com으로 보내 주세요.'],
    ['The dot-com bubble burst in spring.', '닷컴 버블이 봄에 꺼졌어요.'],
    ['I learned Node.js at home last winter.', '지난겨울에 집에서 Node.js를 배웠어요.'],
    ['Call five five five, one two three four.', '555-1234로 전화하세요.'],
    ['You can buy one bitcoin here.', '여기서 비트코인 1개를 살 수 있어요.'],
  ])('of %j finds no addition in %j', (english, korean) => {
    expect(codes(english, korean)).not.toContain('added')
  })

  it('names the missing numbers', () => {
    expect(checkTranslation(sentenceOf('It took 12 weeks and 3 days.'), '12주가 걸렸어요.')).toEqual([
      { code: 'numbers', missing: ['3'] },
    ])
  })
})

describe('the character budget', () => {
  it('is the number of characters that can be read in the time of the sentence', () => {
    expect(characterBudget({ startMs: 0, endMs: 2083 })).toBe(24)
    expect(characterBudget({ startMs: 0, endMs: 200 })).toBe(9)
  })

  it('grows with the silence that follows, up to a second and a half', () => {
    const sentence = { startMs: 0, endMs: 2083 }
    expect(characterBudget(sentence, koreanProfile, 2583)).toBe(30)
    expect(characterBudget(sentence, koreanProfile, 99_000)).toBe(characterBudget(sentence, koreanProfile, 3583))
  })
})
