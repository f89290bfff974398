import { describe, expect, it } from 'vitest'
import { boundaryCosts, ENCLOSED, HELD } from '../../src/korean/boundary.ts'
import { seenOf } from '../../src/korean/boundary-features.ts'
import { CONSTRUCTIONS } from '../../src/korean/constructions.ts'
import { eojeols } from '../../src/korean/eojeol.ts'
import { findConstruction } from '../../src/korean/held.ts'
import { kindOf } from '../../src/korean/kind-of.ts'
import { KINDS } from '../../src/korean/kinds.ts'
import { OPENER_LEFT, tornCost } from '../../src/korean/torn.ts'
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
    '지난 3월에 문을 ‖ 연 해양 박물관에 사람들이 몰립니다',
    '영상이 공개된 지 하루 ‖ 만에 조회 수가 백만을 넘었습니다',
    '중앙은행이 기준 금리를 0.25퍼센트 ‖ 포인트 내렸습니다',
    '그 기계가 어떤 원리로 되어 ‖ 있는지 알아봅시다',
    '이 방법은 아래와 ‖ 같은 세 단계로 나뉩니다',
    '시간 관계상 한 가지만 ‖ 더 여쭙겠습니다',
    '오늘은 걸어가는 게 ‖ 좋을 것 같아요',
    '일흔 살에 글을 배우기 ‖ 시작한 할머니를 만났습니다',
    '길이 얼어서 하마터면 넘어질 ‖ 뻔했어요',
    '책상 ‖ 위의 시계가 새벽에 멈췄습니다',
    '누구나 살다 ‖ 보면 그런 날을 만납니다',
    '저는 그 이야기를 한 번도 ‖ 믿지 않았습니다',
    '선수들이 상대의 실수를 유도하는 데 ‖ 성공했습니다',
    '이 조항은 약정이 없는 경우에 ‖ 한하여 적용됩니다',
  ])('%s', sentence => {
    for (const cost of lineCostsAt(sentence)) expect(cost).toBeGreaterThan(STUMBLE)
  })

  it.each([
    ['하지만 실제로 마주한 건 ‖ 제가 알던 바다가 아니었습니다', 'a topic in short form'],
    ['저는 10년간 ‖ 그 쓰레기를 따라 바다를 건넜습니다', 'a length of time'],
    ['군인의 월급이 밀리는 일이 ‖ 백 년에 걸쳐서 천천히 일어났습니다', 'a noun that looks like a numeral'],
    ['재판 결과가 나오자 ‖ 방청석 여기저기서 한숨이 터졌습니다', 'a clause in -자'],
    ['그 집 주인이 누군지 ‖ 지금 당장 알아봐 주세요', 'a question inside a sentence'],
    ['여러분도 아시다시피 ‖ 이 일은 혼자 할 수 없습니다', 'a clause in -다시피'],
    ['우리는 그 말에 동의하고 ‖ 다음 안건으로 넘어갔습니다', 'a clause of a noun with 하고'],
    ['이 빵은 누가 구웠나요 ‖ 하지만, 너무 달지 않죠', 'a sentence without its question mark'],
    ['(그때는 아무도 몰랐죠) ‖ 또한 그 가게는 문을 닫았습니다', 'a sentence in brackets without its full stop'],
  ])('but may end in %s (%s)', sentence => {
    for (const cost of lineCostsAt(sentence)) expect(cost).toBeLessThan(STUMBLE)
  })
})

describe('a particle that a space separates from its Latin word', () => {
  it('stays with it', () => {
    for (const cost of lineCostsAt('화살표 두 개는 i hat ‖ 과 j hat ‖ 에 놓여 있습니다'))
      expect(cost).toBeGreaterThanOrEqual(HELD)
  })
})

describe('a list of numbers', () => {
  it('is not divided where it fits one line', () => {
    for (const cost of lineCostsAt('어제 기온은 3, ‖ 1, ‖ -2, ‖ 5 그리고 저녁에는 다시 3이었습니다'))
      expect(cost).toBeGreaterThanOrEqual(ENCLOSED)
  })

  it('has at least three: between two numbers a clause may end', () => {
    const [cost = 0] = lineCostsAt('처음에 나온 값은 3, ‖ 5명이 맞혔습니다')
    expect(cost).toBeLessThan(ENCLOSED)
  })
})

describe('a conjunction', () => {
  it('costs extra at the end of a line, even with a comma after it', () => {
    for (const word of ['그리고,', '하지만,'])
      for (const cost of lineCostsAt(`우리는 먼저 양파를 볶고 ${word} ‖ 식은 뒤에 고기를 넣습니다`))
        expect(cost).toBeGreaterThanOrEqual(OPENER_LEFT)
  })
})

describe('a break between a noun and its amount or modifier', () => {
  const costAt = (pair: string) => {
    const [last = '', next = ''] = pair.split(' ‖ ')
    return tornCost(seenOf(last), seenOf(next), undefined)
  }

  it.each(['관광객 ‖ 300만', '가수 ‖ 두', '오래된 ‖ 시계가'])('costs extra: %s', pair => {
    expect(costAt(pair)).toBeGreaterThan(0)
  })

  it.each(['관광객, ‖ 300만', '평생 ‖ 한'])('costs nothing extra where a phrase may begin: %s', pair => {
    expect(costAt(pair)).toBe(0)
  })
})

describe('a particle of two words that describes a noun', () => {
  it.each([
    '가상 자산 거래소에 ‖ 대한 ‖ 현장 점검 결과를 발표합니다',
    '아이들의 안전을 ‖ 위한 ‖ 규칙이 새로 생겼습니다',
  ])('is followed by a line end rather than divided by one: %s', sentence => {
    const [inside = 0, after = 0] = lineCostsAt(sentence)
    expect(inside).toBeGreaterThan(1.5 * after)
    expect(after).toBeGreaterThan(STUMBLE)
  })
})

describe('an object and its verb of one syllable', () => {
  it.each(['내접 사각형 문제를 ‖ 풀 ‖ 수 있게 되었습니다', '선생님께서 편지를 ‖ 쓸 ‖ 때마다 웃으셨어요'])(
    'are divided rather than the verb and what depends on it: %s',
    sentence => {
      const [before = 0, after = 0] = lineCostsAt(sentence)
      expect(before).toBeGreaterThan(240)
      expect(after).toBeGreaterThan(before)
    },
  )
})
