import { describe, expect, it } from 'vitest'
import { isVisible, tidy, withoutLineEndStop } from '../../src/korean/tidy.ts'

describe('the text of a subtitle', () => {
  it.each([
    ['  두  칸\n과 줄바꿈 ', '두 칸 과 줄바꿈'],
    ['글쎄요...', '글쎄요…'],
    ['뭐.... 그래', '뭐… 그래'],
    ['글쎄 . . . 그래', '글쎄… 그래'],
    ['글쎄… . 그래', '글쎄… 그래'],
    ['쉼표 , 마침표 . 끝 ?', '쉼표, 마침표. 끝?'],
    ['A --> B', 'A → B'],
    ['<b>굵게</b> 쓰고 a < b', '‹b›굵게‹/b› 쓰고 a < b'],
    ['{\\an8}위', '‹\\an8}위'],
    ['\u1112\u1161\u11ab\u1100\u1173\u11af', '한글'],
    ['이미 깔끔한 문장입니다.', '이미 깔끔한 문장입니다.'],
  ])('%j is written %j', (text, expected) => {
    expect(tidy(text)).toBe(expected)
    expect(tidy(tidy(text))).toBe(expected)
  })

  it.each([
    ['갑니다.', '갑니다'],
    ['그래서,', '그래서'],
    ['"갑니다."', '"갑니다"'],
    ['정말요?', '정말요?'],
    ['글쎄요…', '글쎄요…'],
    ['3.5', '3.5'],
    ['the U.S.', 'the US'],
    ['오전 9시 (a.m.)', '오전 9시 (am)'],
    ['가.나.다.', '가.나.다'],
    ['끝。', '끝'],
    ["끝,',", "끝'"],
    ['끝 . ,', '끝'],
  ])('%j ends a line as %j', (line, expected) => {
    expect(withoutLineEndStop(line)).toBe(expected)
  })

  it('is empty if only stops and blanks are left', () => {
    for (const text of ['', ' ', '.', '. , .', '\u200b', '\ufeff']) expect(isVisible(tidy(text))).toBe(false)
    for (const text of ['네', '…', '?', '🎉', 'a']) expect(isVisible(tidy(text))).toBe(true)
  })
})
