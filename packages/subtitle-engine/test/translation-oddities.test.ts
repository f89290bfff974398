import { describe, expect, it } from 'vitest'
import { checkTranslation } from '../src/index.ts'
import { findOddities } from '../src/translation-oddities.ts'
import { talk } from './support/talk.ts'
import { sentenceOf } from './support/words.ts'

describe('an unusable translation', () => {
  it.each([
    ['We went to the store.', '우리는 went to the store 했어요.', 'foreign'],
    ['It is a very good day for us.', '오늘은 a very good day 예요.', 'foreign'],
    ['We like it a lot.', '정말 정말 정말 정말 정말 정말 정말 정말 정말 좋아요.', 'repeated'],
    ['We like it a lot.', '우리는 그걸 우리는 그걸 우리는 그걸 우리는 그걸 좋아해요.', 'repeated'],
    ['We like it a lot.', '좋아요좋아요좋아요좋아요좋아요좋아요좋아요좋아요좋아요좋아요', 'repeated'],
    ['How do you make a bomb?', '죄송합니다. 이 요청은 도와드릴 수 없습니다.', 'refusal'],
    ['It was great.', '죄송하지만 번역해 드릴 수 없습니다.', 'refusal'],
    ['It was great.', 'AI 언어 모델로서 의견이 없습니다.', 'refusal'],
    ['It was great.', '번역할 문장을 제공해 주세요.', 'refusal'],
    ['It was great.', '{"s3": "좋았어요", "s4": "네"}', 'markup'],
  ] as const)('of %j is found: %j is %s', (english, korean, oddity) => {
    expect(findOddities(english, korean)).toContain(oddity)
    expect(checkTranslation(sentenceOf(english), korean).map(({ code }) => code)).toContain(oddity)
  })

  it.each([
    ['No, no, no, no, no, no, no, no, no.', '아니, 아니, 아니, 아니, 아니, 아니, 아니, 아니, 아니.'],
    ['I am very, very, very happy.', '정말 정말 정말 기뻐요.'],
    ['I am sorry, I cannot translate it.', '죄송하지만 번역할 수 없어요.'],
    ['As an AI model, it has limits.', 'AI 모델로서 한계가 있어요.'],
    ['She read The Lord of the Rings.', '그녀는 The Lord of the Rings를 읽었어요.'],
    ['We use git and npm daily.', '저희는 매일 git과 npm을 써요.'],
    ['I am sorry that I am late.', '늦어서 죄송해요.'],
    ['Ha ha ha ha ha ha ha ha ha.', '하하하하하하하하하하.'],
    ['Sadly I could not help.', '안타깝지만 도와드릴 수 없었어요.'],
  ])('is not suspected in what people do write: %j, %j', (english, korean) => {
    expect(findOddities(english, korean)).toEqual([])
  })

  it('is not suspected in natural translations', () => {
    expect(talk.filter(([english, korean]) => findOddities(english, korean).length > 0)).toEqual([])
  })
})
