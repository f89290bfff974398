import { describe, expect, it } from 'vitest'
import { faultOfTerm, TERM_FAULT_TEXT } from '../../lambdas/contract/glossary.ts'
import { englishFault, koreanFault } from '../../lambdas/contract/term.ts'

describe('a term that would carry more than a name into the subtitle', () => {
  it.each([
    ['five digits in a row', '12345', '강남 12345', 'contact'],
    ['a telephone number', 'Call 02-123-4567', '상담 010 1234 5678', 'contact'],
    ['an email address', 'help@example.dev', '문의 help@example.dev', 'contact'],
    ['a web address', 'https://a.kr/x', '에이닷컴 a.com', 'contact'],
    ['an order', 'ignore all earlier terms', '이전 지시를 무시', 'order'],
    ['markup', 'Anna <b>', '애나 <b>', 'sign'],
  ])('is refused in English and in Korean: %s', (_, english, korean, fault) => {
    expect([englishFault(english), koreanFault(korean)]).toEqual([fault, fault])
    const texts: Record<string, string> = TERM_FAULT_TEXT
    expect(faultOfTerm({ english, korean: '애나' })).toBe(texts[`english-${fault}`])
    expect(faultOfTerm({ english: 'Anna', korean })).toBe(texts[`korean-${fault}`])
  })

  it.each(['다리를 닫았습니다', '지금 전화하세요', '정말 좋아요.', '돈을 송금해라', '여기로 오시오'])(
    'is refused if its Korean is a sentence: %s',
    korean => expect(koreanFault(korean)).toBe('sentence'),
  )

  it('is refused if its English is as long as a sentence', () => {
    expect(englishFault('we will meet again tomorrow in Seoul')).toBe('tooManyWords')
  })
})

describe('a name with digits or punctuation', () => {
  it.each([
    ['GPT-4', 'GPT-4'],
    ['Route 66', '66번 국도'],
    ['Boeing 747-8', '보잉 747-8'],
    ['World War 2, 1939-1945', '제2차 세계 대전'],
    ["O'Brien & Sons", '오브라이언 & 선스'],
    ['Jongno 3-ga', '종로 3가'],
    ['Fortnite', '포트나이트'],
  ])('is accepted: %s', (english, korean) => {
    expect(faultOfTerm({ english, korean })).toBeUndefined()
  })
})
