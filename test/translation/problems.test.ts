import { describe, expect, it } from 'vitest'
import { translateFaithfully } from '../../lambdas/translation/faithful.ts'
import { sentenceOf, task, told } from './talk.ts'

describe('a number that a good translation expresses differently', () => {
  it.each([
    ['We are open 24/7 for you.', '저희는 늘 열려 있어요.'],
    ['It is about ten miles from here.', '여기서 16킬로미터쯤이에요.'],
    ['The two of them left early.', '그들은 일찍 떠났어요.'],
  ])('leaves the model’s line for %j in place', async (english, korean) => {
    const sentences = [sentenceOf('s1', english)]
    const plain = told(false, () => ({ s1: '기계 번역 24시간 10마일 둘입니다.' }))
    const file = await translateFaithfully(
      { main: told(true, () => ({ s1: korean })), plain, secondLook: false },
      task({ sentences }),
    )
    expect(file.s1).toEqual({ korean, problems: [] })
    expect(plain.requests).toEqual([])
  })

  it('is not confused with a missing number, which is flagged but never replaced by machine translation', async () => {
    const sentences = [sentenceOf('s1', 'There were 25 people in the room.')]
    const plain = told(false, () => ({ s1: '방에 25명이 있었어요.' }))
    const main = told(true, () => ({ s1: '방에 사람들이 있었어요.' }))
    const file = await translateFaithfully({ main, plain, secondLook: false }, task({ sentences }))
    expect(file.s1).toEqual({ korean: '방에 사람들이 있었어요.', problems: ['numbers'] })
    expect(plain.requests).toEqual([])
  })
})
