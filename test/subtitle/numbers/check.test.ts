import { describe, expect, it } from 'vitest'
import { missingNumbers } from '../../../lambdas/subtitle/index.ts'
import { talk } from '../support/talk.ts'
import { sentenceOf } from '../support/words.ts'

const missing = (english: string, korean: string) => {
  const sentence = sentenceOf(english)
  return missingNumbers(sentence, korean).map(at => sentence.words[at]?.text)
}

describe('numbers', () => {
  it.each([
    ['It has 25 rooms.', '방이 25개입니다.'],
    ['It has twenty-five rooms.', '방이 스물다섯 개입니다.'],
    ['It has twenty five rooms.', '방이 이십오 개예요.'],
    ['We need 1,000 people.', '천 명이 필요해요.'],
    ['We need 1,000 people.', '1000명이 필요해요.'],
    ['He paid $5 million.', '500만 달러를 냈어요.'],
    ['He paid 2.5 million dollars.', '250만 달러를 냈어요.'],
    ['About 62 million tons.', '약 6,200만 톤입니다.'],
    ['It was 1.2 billion.', '12억이었어요.'],
    ['It was 35,000 won.', '3만 5천 원이었어요.'],
    ['It was 35,000 won.', '3만 5,000원이었어요.'],
    ['In 1999 he left.', '1999년에 떠났어요.'],
    ['In nineteen ninety-nine he left.', '1999년에 떠났어요.'],
    ['In the 1990s they met.', '1990년대에 만났어요.'],
    ['It grew 3.5 percent.', '3.5퍼센트 늘었어요.'],
    ['It grew 40% in May.', '40% 늘었어요.'],
    ['Meet me at 10:30.', '10시 30분에 만나요.'],
    ['Meet me at 10:30.', '10시 반에 만나요.'],
    ['It is the 21st century.', '21세기예요.'],
    ['He was nine.', '아홉 살이었어요.'],
    ['He was seventeen.', '열일곱 살이었어요.'],
    ['Two hundred and five of them.', '205명이요.'],
    ['Three thousand two hundred people came.', '3,200명이 왔어요.'],
    ['a hundred years', '백 년'],
    ['Two of us went.', '우리 둘이 갔어요.'],
    ['I see four or five hands.', '네다섯 분이네요.'],
    ['One of them said no one came first.', '그중 누군가 아무도 먼저 오지 않았다고 했어요.'],
    ['Twelve eggs and six apples.', '달걀 열두 개와 사과 여섯 개.'],
    ['He said five. Then seven.', '다섯이라고 했다가 일곱이라고 했어요.'],
    ['We have no idea.', '전혀 몰라요.'],
  ])('%j are stated by %j', (english, korean) => {
    expect(missing(english, korean)).toEqual([])
  })

  it.each([
    ['It has 25 rooms.', '방이 26개입니다.', ['25']],
    ['He paid $5 million.', '5만 달러를 냈어요.', ['$5']],
    ['In 1999 he left.', '그때 떠났어요.', ['1999']],
    ['He was seventeen.', '어렸어요.', ['seventeen']],
    ['From 10 to 20 people.', '10명 정도예요.', ['20']],
    ['It grew 3.5 percent.', '3퍼센트 늘었어요.', ['3.5']],
    ['It was 12 billion.', '12억이었어요.', ['12']],
  ])('%j are not all stated by %j', (english, korean, expected) => {
    expect(missing(english, korean)).toEqual(expected)
  })

  it('are all found in natural translations', () => {
    const wrong = talk.filter(([english, korean]) => missing(english, korean).length > 0)
    expect(wrong).toEqual([])
  })
})
