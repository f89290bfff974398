import { describe, expect, it } from 'vitest'
import { particleFor, repairJosa } from '../../../lambdas/subtitle/index.ts'

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

  it('decides what a translator left open', () => {
    expect(repairJosa('철수은(는) 영희을(를) 만나 학교(으)로 갔고 집이(가) 좋았다')).toBe(
      '철수는 영희를 만나 학교로 갔고 집이 좋았다',
    )
  })

  it('follows the longest term where one contains another', () => {
    expect(repairJosa('구름 서버을 켭니다', ['구름', '구름 서버'])).toBe('구름 서버를 켭니다')
  })

  it('leaves what is no particle pair alone', () => {
    expect(particleFor('집', '에서')).toBe('에서')
    expect(repairJosa('집에서 삽니다', ['집'])).toBe('집에서 삽니다')
  })
})
