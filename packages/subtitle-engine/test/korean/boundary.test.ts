import { describe, expect, it } from 'vitest'
import { boundaryCosts } from '../../src/korean/boundary.ts'
import { seenOf } from '../../src/korean/boundary-features.ts'
import { CONSTRUCTIONS } from '../../src/korean/constructions.ts'
import { eojeols } from '../../src/korean/eojeol.ts'
import { findConstruction } from '../../src/korean/held.ts'
import { KINDS, kindOf } from '../../src/korean/kinds.ts'
import { koreanProfile } from '../../src/profile.ts'

const pairOf = (example: string) => {
  const [first = '', second = ''] = example.split(' ‖ ')
  return [seenOf(first.split(' ').at(-1) ?? ''), seenOf(second)] as const
}

describe('the table of constructions', () => {
  it.each(CONSTRUCTIONS.flatMap(({ name, examples }) => examples.map(example => [name, example] as const)))(
    'holds %s together: %s',
    (_, example) => {
      expect(findConstruction(...pairOf(example))).toBeDefined()
    },
  )

  it.each(CONSTRUCTIONS.flatMap(({ name, others = [] }) => others.map(other => [name, other] as const)))(
    'does not mistake for %s: %s',
    (name, other) => {
      expect(findConstruction(...pairOf(other))).not.toBe(name)
    },
  )
})

describe('the kind of an eojeol', () => {
  it.each(KINDS.flatMap(({ kind, examples }) => examples.split(' ').map(example => [example, kind] as const)))(
    'of %s is %s',
    (example, kind) => {
      expect(kindOf(example)).toBe(kind)
    },
  )

  it.each(['내리치는', '보이는', '움직이는', '만드는', '이르는', '고생하시는'])(
    'of %s is a verb before its noun',
    verb => {
      expect(kindOf(verb)).toBe('modifier')
    },
  )

  it.each(['석면', '서면', '선고', '예고', '발전', '안전', '무게', '도로', '여야', '반도', '청소기'])(
    'of %s is a noun',
    noun => {
      expect(kindOf(noun)).toBe('noun')
    },
  )

  it.each(['저는', '고양이는', '나무는', '카메라는'])('of %s is a topic', topic => {
    expect(kindOf(topic)).toBe('topic')
  })
})

/** Costs of ending a line at each ` ‖ ` of a sentence. */
function lineCostsAt(sentence: string): number[] {
  const parts = sentence.split(' ‖ ')
  const { line } = boundaryCosts(eojeols(parts.join(' '), 16), koreanProfile)
  let at = 0
  return parts.slice(0, -1).map(part => {
    at += part.split(' ').length
    return line[at] ?? Number.NaN
  })
}

/** A line that ends where fewer than one labelled place in five may be broken. */
const STUMBLE = 128

describe('a line never ends inside a phrase that a viewer of real cues stumbled over', () => {
  it.each([
    '로봇을 처음 접하고 ‖ 나서 생각이 달라졌습니다',
    '지금까지 전에 ‖ 없던 새로운 방식을 찾았습니다',
    '그건 아이들이 마음껏 해도 ‖ 되는 일이었어요',
    '사람의 표정을 모방하도록 ‖ 설계된 기계를 보았습니다',
    '망치로 로봇 팔을 내리치는 ‖ 순간 모두가 놀랐습니다',
    '왜 저렇게 살아 있는 것처럼 보이는 ‖ 걸까요?',
    '바다 위를 천천히 움직이는 ‖ 폭풍이 다가왔습니다',
    '우리는 그게 진짜가 ‖ 아니라는 사실을 알고 있어요',
    '학생들은 날마다 교사와 ‖ 함께 책을 읽었습니다',
    '이 법은 개인의 사생활에 ‖ 관한 내용을 담고 있습니다',
    '책을 읽는 일은 공감 ‖ 능력을 키워 줍니다',
    '저는 더 이상 말할 수 ‖ 없는 사람이 되었습니다',
    '날마다 조금씩 잔인함의 ‖ 근육을 키우는 겁니다',
    '우리는 모두 대중문화의 ‖ 영향으로 그렇게 생각합니다',
    '사람들은 로봇과 정서적 ‖ 유대를 맺기 시작했습니다',
    '그날 본 것 중 ‖ 하나는 아직도 기억납니다',
    '그게 바로 제가 말하고 싶은 ‖ 점입니다',
    '저는 그때 들은 대로 말했을 ‖ 뿐이에요',
  ])('%s', sentence => {
    for (const cost of lineCostsAt(sentence)) expect(cost).toBeGreaterThan(STUMBLE)
  })

  it.each([
    ['하지만 실제로 마주한 건 ‖ 제가 알던 바다가 아니었습니다', 'a topic in short form'],
    ['저는 10년간 ‖ 그 쓰레기를 따라 바다를 건넜습니다', 'a length of time'],
    ['군인의 월급이 밀리는 일이 ‖ 백 년에 걸쳐서 천천히 일어났습니다', 'a noun that looks like a numeral'],
  ])('but may end in %s (%s)', sentence => {
    for (const cost of lineCostsAt(sentence)) expect(cost).toBeLessThan(STUMBLE)
  })
})
