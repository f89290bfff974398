import { describe, expect, it } from 'vitest'
import { checkTranslation, missingNumbers } from '../../src/index.ts'
import { numbersMissing } from '../../src/translation-check.ts'
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
    ['It was two thousand and seven.', '2007년이었어요.'],
    ['It was two thousand and seven.', '이천칠 년이었어요.'],
    ['In nineteen oh five he left.', '1905년에 떠났어요.'],
    ['We bought two dozen eggs.', '달걀을 스물네 개 샀어요.'],
    ['We bought two dozen eggs.', '달걀 두 다스를 샀어요.'],
    ['We bought half a dozen eggs.', '달걀 여섯 개를 샀어요.'],
    ['It took three days.', '사흘이 걸렸어요.'],
    ['It took fifteen days.', '보름이 걸렸어요.'],
    ['It took two weeks.', '보름이 걸렸어요.'],
    ['It lasted ten days.', '열흘 동안 이어졌어요.'],
    ['They stayed for seven days.', '일주일 동안 있었어요.'],
    ['About 50 percent of us agreed.', '저희 절반이 동의했어요.'],
    ['It was two point five million.', '250만이었어요.'],
    ['A hundred and fifty people came.', '150명이 왔어요.'],
    ['It starts at 5 p.m. sharp.', '17시에 시작해요.'],
    ['The 1960s were loud.', '60년대는 시끄러웠어요.'],
    ['We waited three or four hours.', '서너 시간 기다렸어요.'],
    ['He has two hands.', '양손이 있어요.'],
    ['There are two reasons.', '이유는 두 가지예요.'],
    ['He has three older brothers.', '형이 셋 있어요.'],
    ['Two brothers lived there.', '두 형제가 살았어요.'],
    ['It has nine lives.', '목숨이 아홉 개예요.'],
    ['Ten thousand people came.', '만 명이 왔어요.'],
    ['It happened in April, twenty four years ago.', '이십사 년 전 4월이었어요.'],
    ['The plan takes five months.', '오 개월이 걸려요.'],
    ['We live on the third of five floors.', '저희는 오층 건물의 3층에 살아요.'],
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
    ['Two people came.', '이 사람들이 왔어요.', ['Two']],
    ['Two people came in.', '이야기하던 사람이 들어왔어요.', ['Two']],
    ['Five people came.', '오늘 사람들이 왔어요.', ['Five']],
    ['Four people came.', '사람들이 사무실에 왔어요.', ['Four']],
    ['It took ten weeks.', '열심히 했어요.', ['ten']],
    ['It took three weeks.', '세상이 변했어요.', ['three']],
    ['We waited thirty minutes.', '반갑게 기다렸어요.', ['thirty']],
    ['A thousand and one nights passed by.', '밤이 지나갔어요.', ['A']],
    ['It was two thousand and seven.', '2000년이었어요.', ['two']],
    ['We need two rooms.', '배가 고파서 내려 둘 거예요.', ['two']],
  ])('%j are not all stated by %j', (english, korean, expected) => {
    expect(missing(english, korean)).toEqual(expected)
  })

  it.each([
    ['We are open 24/7.', '저희는 늘 열려 있어요.'],
    ['The odds are 50/50.', '가능성은 반반이에요.'],
    ['It is ten miles from here.', '여기서 16킬로미터예요.'],
    ['It was 90 degrees outside.', '바깥은 32도였어요.'],
    ['She weighs 120 pounds.', '몸무게가 54킬로예요.'],
    ['I told you a thousand times.', '수없이 말했잖아요.'],
    ['The two of them left.', '그들은 떠났어요.'],
    ['I am a hundred percent sure.', '확실해요.'],
    ['It is a quarter to five.', '4시 45분이에요.'],
    ['Two hours passed.', '이 시간이 지났어요.'],
  ])('%j may be stated by %j, which raises no flag', (english, korean) => {
    const { missing, doubtful } = numbersMissing(sentenceOf(english), korean)
    expect(missing).toEqual([])
    expect(doubtful.length).toBeLessThanOrEqual(1)
    expect(checkTranslation(sentenceOf(english), korean).map(({ code }) => code)).not.toContain('numbers')
  })

  it('are all found in natural translations', () => {
    const wrong = talk.filter(([english, korean]) => missing(english, korean).length > 0)
    expect(wrong).toEqual([])
  })
})
