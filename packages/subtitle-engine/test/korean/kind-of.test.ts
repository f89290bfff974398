import { describe, expect, it } from 'vitest'
import { kindOf } from '../../src/korean/kind-of.ts'
import type { Kind } from '../../src/korean/kinds.ts'

/** Forms of verbs, and nouns with the same endings. */
const PAIRS: readonly (readonly [kind: Kind, words: string])[] = [
  ['clause', '나오자 묻자 하자 접어들자 그치자'],
  ['noun', '숫자 소비자 가입자 배우자 환자'],
  ['clause', '되니 계시니 돌아오니 것이니 높다니'],
  ['noun', '시어머니 안주머니 꽁무니'],
  ['clause', '쉬운데 누군데 큰데 아닌데'],
  ['noun', '가운데 한가운데'],
  ['clause', '들킬까 무너질까 아닐까'],
  ['clause', '누군지 뭔지 까다로운지 것일지'],
  ['linking', '적지 서두르지 돌려주지 밝혀내지'],
  ['noun', '벽지 원고지 골판지 허벅지'],
  ['final', '했지 알았지 고양이지 보냈지'],
  ['linking', '숨어 모아 쥐여 물어 적어'],
  ['noun', '타이어 표준어 라틴어 금붕어 흉내'],
  ['linking', '일어나 지나 건너 끝내 앞질러 맞추러'],
  ['clause', '나서 일어나서 만나서'],
  ['linking', '튀어나와 달려와 흘러가'],
  ['companion', '사과와 대회와 어머니하고'],
  ['clause', '동의하고 확인하고 이야기하고'],
  ['linking', '살다 읽다 먹다'],
  ['final', '갔다 보인다 않는다 만들었네 먹었나'],
  ['modifier', '줄어드는 불러오는 정해지는 나타내는 머무는 떠드는'],
  ['topic', '며느리는 막걸리는 담당자는 학자는'],
  ['quotation', '가자는 먹자는 줄이자는'],
  ['modifier', '괜찮은 낡은 넘은 어리석은'],
  ['modifier', '주운 힘든 줄어든 불린 타고난 돌려준 밀려온 2킬로그램인'],
  ['nominal', '배우기 넘어가기 읽기를 먹기 가긴 하길'],
  ['noun', '전화기 비둘기 딸기 골짜기 장기'],
  ['object', '전화기를 녹음기를 나를'],
  ['subject', '소나기가 갈매기가 라디오가'],
  ['modifier', '옮기는 남기는 생기는'],
  ['clause', '몰라도 지나도 고쳐도 합니다만 그리듯이 하거든'],
  ['adverb', '번번이 하나같이 슬그머니 종일'],
  ['place', '사흘째 3년째 개나 벽에다'],
  ['noun', '조사 이사 구조 사이 담요 쪽지'],
  ['dependent', '수도 수가'],
]

describe('the kind of an eojeol, by its form alone', () => {
  it.each(PAIRS.flatMap(([kind, words]) => words.split(' ').map(word => [word, kind] as const)))(
    'of %s is %s',
    (word, kind) => {
      expect(kindOf(word)).toBe(kind)
    },
  )
})
