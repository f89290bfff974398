import { describe, expect, it } from 'vitest'
import { checkTranslation } from '../../src/index.ts'
import { sentenceOf } from '../support/words.ts'

const codes = (english: string, korean: string) =>
  checkTranslation(sentenceOf(english), korean)
    .map(({ code }) => code)
    .filter(code => code !== 'maybeNumbers')

describe('a negation', () => {
  it.each([
    ['until', "The road won't open until April.", '길은 4월이 되어서야 열려요.'],
    ['unless', "It doesn't start unless you press twice.", '두 번 눌러야 시작돼요.'],
    ['no sooner', 'No sooner had he left than it began to rain.', '그가 떠나자마자 비가 왔어요.'],
    ['a denied opposite', "It's not unusual for them to sing.", '그들은 노래를 자주 불러요.'],
    ['a Sino-Korean prefix', "The trial wasn't fair.", '재판이 불공정했어요.'],
    ['a superlative', 'Nothing beats warm bread.', '따뜻한 빵이 최고예요.'],
    ['a double negation', 'He never travels without his guitar.', '그는 여행할 때마다 기타를 가져가요.'],
    ['an idiom', "I wasn't born yesterday.", '저도 알 건 알아요.'],
    ['the opposite', 'My aunt never raised her voice.', '이모는 늘 조용조용 말씀하셨어요.'],
    ['a verb that denies', "Don't miss the last song.", '마지막 곡은 꼭 들어 보세요.'],
  ])('may be expressed without one: %s', (_, english, korean) => {
    expect(codes(english, korean)).toEqual([])
  })

  it.each([
    ['He hated the noise.', '그는 그 소리를 좋아하지 않았어요.'],
    ['The game was called off.', '경기는 열리지 않았어요.'],
  ])('may express a word that denies: %s', (english, korean) => {
    expect(codes(english, korean)).toEqual([])
  })

  it.each([
    ['She refused to answer.', '그녀는 대답했어요.'],
    ['We understood the plan.', '우리는 그 계획을 이해하지 못했어요.'],
    ['The door is not locked.', '문이 잠겨 있어요.'],
    ['There was no bread left.', '빵이 남아 있었어요.'],
    ["He can't move his arm.", '그는 팔을 움직일 수 있어요.'],
    ["She isn't a doctor.", '그녀는 의사예요.'],
    ['Nobody answered.', '모두가 대답했어요.'],
  ])('that is lost or added is found: %s', (english, korean) => {
    expect(codes(english, korean)).toEqual(['negation'])
  })
})

describe('a number', () => {
  it.each([
    ['Two and a half million came.', '250만 명이 왔어요.'],
    ['It cost a million and a half.', '150만이 들었어요.'],
    ['It took two and a half hours.', '두 시간 반이 걸렸어요.'],
    ['It took two and a half hours.', '2시간 30분이 걸렸어요.'],
    ['Wait ninety seconds.', '1분 30초 기다리세요.'],
    ['Two score and five boats sank.', '배 45척이 가라앉았어요.'],
    ['It began in the eighteen hundreds.', '19세기에 시작됐어요.'],
    ['It began in the early two thousands.', '2000년대 초에 시작됐어요.'],
    ['In twenty twenty-four it snowed.', '2024년에 눈이 왔어요.'],
    ['They are in their sixties.', '그분들은 60대예요.'],
    ['She turned eighty in May.', '5월에 팔순을 맞으셨어요.'],
    ['Fifteen people were there.', '열댓 명이 있었어요.'],
    ['We land at 1500 hours.', '오후 3시에 착륙해요.'],
    ['I teach tenth grade.', '고등학교 1학년을 가르쳐요.'],
    ['The point is at 2,1.', '점은 (2, 1)에 있어요.'],
    ['The sum of 3 squared and 4 squared is 25.', '3² + 4²은 25예요.'],
    ['We drew it in 2D first.', '먼저 평면에 그렸어요.'],
    ["It's a five-minute walk.", '걸어서 5분이면 가요.'],
    ['It was a sixty-second ad.', '1분짜리 광고였어요.'],
    ['After a thirty-six-hour flight we slept.', '하루 반을 날아간 뒤에 우리는 잤어요.'],
    ['He lives in a two-story house.', '그는 이층집에 살아요.'],
    ['It cost two hundred grand.', '20만 달러가 들었어요.'],
    ['Preheat the oven to three fifty.', '오븐을 175도로 예열하세요.'],
    ['Room two oh seven, please.', '207호로 부탁해요.'],
    ['We met at nine oh five.', '9시 5분에 만났어요.'],
    ['It was a ten out of ten.', '만점이었어요.'],
    ['Three strikes and he was out.', '삼진 아웃이었어요.'],
    ['Back in oh eight the shop closed.', '2008년에 가게가 문을 닫았어요.'],
    ['It opened on the Fourth of July.', '미국 독립기념일에 문을 열었어요.'],
    ['There was 1 dog there.', '개가 있었어요.'],
    ['It has 240 pieces.', '240조각이에요.'],
  ])('%s is stated by: %s', (english, korean) => {
    expect(codes(english, korean)).toEqual([])
  })

  it.each([
    ['It took two and a half hours.', '두 시간이 걸렸어요.'],
    ['He was the fourth of six sons.', '그는 여섯 아들 중 셋째였어요.'],
  ])('%s is lost by: %s', (english, korean) => {
    expect(codes(english, korean)).toEqual(['numbers'])
  })

  it.each([
    ['The train leaves at quarter to nine.', '기차는 9시 15분에 떠나요.'],
    ['Come at half past six.', '일곱 시 반에 오세요.'],
    ['It weighs thirty pounds.', '무게는 30kg이에요.'],
    ['At least ten are left.', '많아야 열 개 남았어요.'],
    ['You get no more than five.', '적어도 다섯 개는 받아요.'],
    ['We grew in the second quarter.', '4분기에 성장했어요.'],
    ['A third of the village left.', '마을 사람 절반이 떠났어요.'],
  ])('%s is changed by: %s', (english, korean) => {
    expect(codes(english, korean)).toContain('quantity')
  })

  it.each([
    ['The train leaves at quarter to nine.', '기차는 8시 45분에 떠나요.'],
    ['The train leaves at quarter to nine.', '기차는 아홉 시 15분 전에 떠나요.'],
    ['It weighs thirty pounds.', '무게는 13.6kg이에요.'],
    ['He lent me thirty pounds.', '그가 30파운드를 빌려줬어요.'],
    ['At least ten are left.', '열 개는 넘게 남았어요.'],
    ['We grew in the second quarter.', '2분기에 성장했어요.'],
    ['A third of the village left.', '마을 사람 33%가 떠났어요.'],
  ])('%s is kept by: %s', (english, korean) => {
    expect(codes(english, korean)).toEqual([])
  })

  it.each([
    ['It cost a billion dollars.', '1억 달러가 들었어요.'],
    ['The ships left the harbor.', '배 일곱 척이 항구를 떠났어요.'],
  ])('that nobody said is found: %s', (english, korean) => {
    expect(codes(english, korean)).toEqual(['added'])
  })
})

describe('a time', () => {
  it.each([
    ['We moved last year.', '내년에 이사할 거예요.'],
    ['They play next week.', '지난주에 경기를 했어요.'],
    ['It rained all night.', '밤새 비가 올 거예요.'],
  ])('that moves from the past to the future or back is found: %s', (english, korean) => {
    expect(codes(english, korean)).toEqual(['tense'])
  })

  it.each([
    ['The day after, we moved.', '다음 날 이사했어요.'],
    ['Last year they said they would move next year.', '작년에 내년에 이사한다고 했어요.'],
  ])('is kept: %s', (english, korean) => {
    expect(codes(english, korean)).toEqual([])
  })
})

describe('a long sentence', () => {
  it.each([
    [
      "Well, you know, at the end of the day, it's, it's really just a matter of patience, to be honest with you.",
      '결국은 인내심이에요.',
    ],
    [
      "I'd like to take this opportunity to welcome each and every one of you to our little house tonight.",
      '오늘 밤 저희 집에 오신 걸 환영해요.',
    ],
    [
      'It goes without saying that everybody should wear a warm hat up on the mountain.',
      '산에선 당연히 모자를 써야죠.',
    ],
  ])('of fillers and formulas may become short: %s', (english, korean) => {
    expect(codes(english, korean)).toEqual([])
  })

  it('without them may not', () => {
    const english = 'I sold the farm in autumn, took my mother to the coast, and opened a small bakery there.'
    expect(codes(english, '가을에 농장을 팔았어요.')).toEqual(['omission'])
  })
})

describe('a question', () => {
  it.each([
    ['Which bus goes to the airport?', '이 버스가 공항에 가요.'],
    ['What happens if it breaks?', '부서지면 큰일이 나요.'],
  ])('that becomes a statement is found: %s', (english, korean) => {
    expect(codes(english, korean)).toEqual(['question'])
  })

  it.each([
    ['Is it expensive?', '비싼가요.'],
    ['Is anybody there?', '거기 누가 있나요.'],
  ])('may end without its mark: %s', (english, korean) => {
    expect(codes(english, korean)).toEqual([])
  })
})
