import { describe, expect, it } from 'vitest'
import { particleFor, repairJosa } from '../../src/index.ts'

describe('josa', () => {
  it.each([
    ['람다를 봅니다', '함수', '람다를 봅니다'],
    ['서버을 켭니다', '서버', '서버를 켭니다'],
    ['구름가 큽니다', '구름', '구름이 큽니다'],
    ['구름는 큽니다', '구름', '구름은 큽니다'],
    ['구름와 바다', '구름', '구름과 바다'],
    ['서울로 갑니다', '서울', '서울로 갑니다'],
    ['서울으로 갑니다', '서울', '서울로 갑니다'],
    ['집로 갑니다', '집', '집으로 갑니다'],
    ['바다으로 갑니다', '바다', '바다로 갑니다'],
    ['구름예요', '구름', '구름이에요'],
    ['바다이에요', '바다', '바다예요'],
    ['Amazon는 큽니다', 'Amazon', 'Amazon은 큽니다'],
    ['Google를 씁니다', 'Google', 'Google을 씁니다'],
    ['AWS을 씁니다', 'AWS', 'AWS를 씁니다'],
    ['URL를 엽니다', 'URL', 'URL을 엽니다'],
    ['Kennedy이 말했다', 'Kennedy', 'Kennedy가 말했다'],
    ['버전 3를 씁니다', '버전 3', '버전 3을 씁니다'],
    ['버전 2을 씁니다', '버전 2', '버전 2를 씁니다'],
    ['바다가재를 먹었다', '바다', '바다가재를 먹었다'],
    ['구름을, 구름을.', '구름', '구름을, 구름을.'],
    ['서버을', '서버', '서버를'],
    ['(서버)을 끕니다', '서버', '(서버)을 끕니다'],
  ])('%j after replacing %j is %j', (text, term, expected) => {
    expect(repairJosa(text, [term])).toBe(expected)
  })

  it('that a translator left undecided is decided', () => {
    expect(repairJosa('철수은(는) 영희을(를) 만나 학교(으)로 갔고 집이(가) 좋았다')).toBe(
      '철수는 영희를 만나 학교로 갔고 집이 좋았다',
    )
  })

  it.each([
    ['AI은 어렵습니다', 'AI는 어렵습니다'],
    ['AI을 씁니다', 'AI를 씁니다'],
    ['OpenAI이 만든', 'OpenAI가 만든'],
    ['ChatGPT은 답합니다', 'ChatGPT는 답합니다'],
    ['URL를 엽니다', 'URL을 엽니다'],
    ['IoT은 커집니다', 'IoT는 커집니다'],
    ['App를 켭니다', 'App을 켭니다'],
    ['MP3을 듣습니다', 'MP3를 듣습니다'],
    ['S3으로 보냅니다', 'S3로 보냅니다'],
    ['New York를 떠나', 'New York을 떠나'],
    ['New York로 갑니다', 'New York으로 갑니다'],
    ['Google는 큽니다', 'Google은 큽니다'],
    ['5km을 걸었어요', '5km를 걸었어요'],
    ['5kg를 뺐어요', '5kg을 뺐어요'],
    ['20%은 남아요', '20%는 남아요'],
    ['"AI"은 어렵습니다', '"AI"는 어렵습니다'],
    ['Tesla은 빠르다', 'Tesla는 빠르다'],
    ['Amazon와 일해요', 'Amazon과 일해요'],
    ['30를 넘어요', '30을 넘어요'],
    ['COVID-19은 끝났다', 'COVID-19는 끝났다'],
    ['F1를 본다', 'F1을 본다'],
    ['F1로 간다', 'F1으로 간다'],
    ['G7를 연다', 'G7을 연다'],
    ['M2은 빠르다', 'M2는 빠르다'],
    ['4K을 본다', '4K를 본다'],
    ['3D을 본다', '3D를 본다'],
    ['v3을 쓴다', 'v3를 쓴다'],
    ['v1를 쓴다', 'v1을 쓴다'],
    ['5G을 쓴다', '5G를 쓴다'],
    ['R&D을 한다', 'R&D를 한다'],
    ['USB-C을, H2O은, B2B을, LED은, K-pop를', 'USB-C를, H2O는, B2B를, LED는, K-pop을'],
    ['Q&A을 연다', 'Q&A를 연다'],
    ['M&A과 투자', 'M&A와 투자'],
    ['Node.js을 쓴다', 'Node.js를 쓴다'],
    ['Amazon.com를 연다', 'Amazon.com을 연다'],
  ])('that a model wrote wrong is corrected: %j becomes %j', (text, expected) => {
    expect(repairJosa(text)).toBe(expected)
  })

  it.each([
    '5kg을 뺐어요',
    '5km를 걸었어요',
    'MP3를 들어요',
    'S3에 저장해요',
    'New York은 큽니다',
    'App은 켜져 있어요',
    'IoT가 커져요',
    'km를 씁니다',
    'RAM은 비싸요',
    'NASA는 발표했어요',
    'TOEIC을 봐요',
    'COVID-19를 앓았어요',
    'Robert가 왔어요',
    'Kate는 웃었어요',
    '5를 더해요',
    '사과 5는 다섯을 말해요',
    'iPhone 15를 샀어요',
    'A가 B를 도와요',
    'U2를 들어요',
    'AI이에요라고',
    'AI가이드를 읽어요',
    'R&D를 해요',
  ])('in %j is left as it is', text => {
    expect(repairJosa(text)).toBe(text)
  })

  it.each([
    ['5%을(를) 더해요', '5%를 더해요'],
    ['5kg을(를) 뺐어요', '5kg을 뺐어요'],
    ['"룸바"은(는) 청소기예요', '"룸바"는 청소기예요'],
    ["'구름'은(는) 커요", "'구름'은 커요"],
    ['New York은(는) 커요', 'New York은 커요'],
    ['MP3을(를) 들어요', 'MP3를 들어요'],
    ['km을(를) 써요', 'km를 써요'],
    ['kg을(를) 써요', 'kg을 써요'],
    ['서버(은)는 느려요', '서버는 느려요'],
    ['집(으)로 가요', '집으로 가요'],
    ['서울(으)로 가요', '서울로 가요'],
    ['구름이/가 커요', '구름이 커요'],
    ['(AI)은(는) 어려워요', '(AI)는 어려워요'],
  ])('in %j is decided: %j', (text, expected) => {
    expect(repairJosa(text)).toBe(expected)
  })

  it.each([
    ['나', '나이 어린 나은 이가 나을 봤다'],
    ['가', '가은이 가로 지나 평가는 끝'],
    ['고', '고이 접어 최고이 고은 시인'],
    ['공', '공로 큰 공가 공으로'],
    ['정', '정가 그대로'],
  ])('is not changed in words that begin like the one-syllable term %j', (term, text) => {
    expect(repairJosa(text, [term])).toBe(text)
  })

  it('follows the longest term where one contains another', () => {
    expect(repairJosa('구름 서버을 켭니다', ['구름', '구름 서버'])).toBe('구름 서버를 켭니다')
  })

  it('that has only one form, such as 에서, is left alone', () => {
    expect(particleFor('집', '에서')).toBe('에서')
    expect(repairJosa('집에서 삽니다', ['집'])).toBe('집에서 삽니다')
  })
})
