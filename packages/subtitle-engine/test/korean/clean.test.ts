import { describe, expect, it } from 'vitest'
import { cleanTranslation } from '../../src/index.ts'
import { tidy } from '../../src/korean/tidy.ts'

describe('what a translator puts around a translation', () => {
  it.each([
    ['<i>안녕하세요</i>', '안녕하세요'],
    ['안녕하세요<br>여러분', '안녕하세요 여러분'],
    ['안녕하세요<br/>여러분', '안녕하세요 여러분'],
    ['<font color="red">안녕</font>하세요', '안녕하세요'],
    ['{\\an8}안녕하세요', '안녕하세요'],
    ['안녕\\N여러분', '안녕 여러분'],
    ['저희 &amp; 여러분', '저희 & 여러분'],
    ['&quot;안녕&quot;이라고 했어요', '"안녕"이라고 했어요'],
    ['그건 &#39;꿈&#39;이에요', "그건 '꿈'이에요"],
    ['&amp;quot;꿈&amp;quot;이 컸어요', '"꿈"이 컸어요'],
    ['&lt;i&gt;안녕&lt;/i&gt;', '안녕'],
    ['\u202e안녕하세요\u202c', '안녕하세요'],
    ['안녕\ufeff하세요', '안녕하세요'],
    ['안\u200b녕\u2060하세\u00ad요', '안녕하세요'],
    ['안녕\u3164하세요', '안녕하세요'],
    ['번역: 안녕하세요', '안녕하세요'],
    ['한국어 번역: 안녕하세요', '안녕하세요'],
    ['Translation: 안녕하세요', '안녕하세요'],
    ['s3: 안녕하세요', '안녕하세요'],
    ['[s12] 안녕하세요', '안녕하세요'],
    ['{"s3": "안녕하세요"}', '안녕하세요'],
    ['{"id": "s3", "korean": "안녕하세요"}', '안녕하세요'],
    ['{"s3": "안녕하세요', '안녕하세요'],
    ['["안녕하세요"]', '안녕하세요'],
    ['```json\n{"s3": "안녕하세요"}\n```', '안녕하세요'],
    ['"안녕하세요."', '안녕하세요.'],
    ['**안녕**하세요', '안녕하세요'],
  ])('%j is removed: %j', (answer, expected) => {
    expect(cleanTranslation(answer, 'Hello, everyone.')).toBe(expected)
  })

  it.each([
    ['S3: 저장소예요', 'S3 is storage.'],
    ['s3: 저장소예요', 's3: the storage.'],
    ['번역: 언어의 다리', 'Translation: a bridge between languages.'],
    ['"안녕"이라고 했어요', 'He said hello.'],
    ['"안녕하세요."', '"Hello," he said.'],
    ['“네” “아니요”', 'Yes. No.'],
    ['a < b이고 b > c예요', 'a is less than b and b is more than c.'],
    ['<제목> 없음', 'No title.'],
    ['<div> 태그예요', 'It is the <div> tag.'],
    ['주의: 뜨거워요', 'Caution: hot.'],
    ['R&D를 해요', 'We do R&D.'],
    ['👨‍👩‍👧 가족이에요', 'My family.'],
    ['그는 말했다: 가자', 'He said: let us go.'],
  ])('stays in %j, which translates %j', (answer, english) => {
    expect(cleanTranslation(answer, english)).toBe(answer)
  })

  it('never splits a word at an invisible character, whoever wrote the text', () => {
    expect(tidy('안녕\ufeff하세요')).toBe('안녕하세요')
    expect(tidy('안\u200b녕\u202a하\u00ad세요')).toBe('안녕하세요')
    expect(tidy('👨‍👩‍👧 가족')).toBe('👨‍👩‍👧 가족')
  })
})
