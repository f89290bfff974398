import { describe, expect, it } from 'vitest'
import { isBarePredicate } from '../../src/korean/bare-predicates.ts'
import { boundaryCosts, FORBIDDEN, HELD } from '../../src/korean/boundary.ts'
import { seenOf } from '../../src/korean/boundary-features.ts'
import { eojeols } from '../../src/korean/eojeol.ts'
import { koreanProfile, PROFILES, type Profile } from '../../src/profile.ts'

describe('a predicate without a full stop', () => {
  it.each(['냄새가 났다 겨울이', '눈이 내리네 그대는', '버스를 기다린다 오늘도', '그가 묻는다 어디로'])(
    'closes a sentence in plain style: %s',
    text => {
      const [, predicate = '', next = ''] = text.split(' ')
      expect(isBarePredicate(seenOf(predicate), seenOf(next))).toBe(true)
    },
  )

  it.each(['먹다 남은', '갔다 하더라도', '왔다 갔다', '동네 사람들이', '났다, 겨울이'])(
    'is not seen in other words that end alike: %s',
    text => {
      const [predicate = '', next = ''] = text.split(' ')
      expect(isBarePredicate(seenOf(predicate), seenOf(next))).toBe(false)
    },
  )

  it.each(['취소됨 다음', '예정임 문의는', '않았음 다시', '불가함 자세한'])(
    'closes a note in a noun form: %s',
    text => {
      const [predicate = '', next = ''] = text.split(' ')
      expect(isBarePredicate(seenOf(predicate), seenOf(next))).toBe(true)
    },
  )

  it.each(['사람됨은 어디서', '있음 좋겠다고', '믿음 때문에', '모임 장소는', '포함 가격입니다'])(
    'is not seen in other noun forms: %s',
    text => {
      const [predicate = '', next = ''] = text.split(' ')
      expect(isBarePredicate(seenOf(predicate), seenOf(next))).toBe(false)
    },
  )

  it('closes a prohibition: 안 돼', () => {
    const [not, works] = [seenOf('안'), seenOf('돼')]
    expect(isBarePredicate(works, seenOf('뜨거운'), not)).toBe(true)
    expect(isBarePredicate(works, seenOf('있는'), not)).toBe(false)
    expect(isBarePredicate(works, seenOf('있는'), seenOf('준비가'))).toBe(false)
  })

  it('attracts the end of a cue, which must not fall before it', () => {
    const words = eojeols('마른 귤껍질 냄새가 났다 겨울이 다 가도록 나는 그 냄새를 입고 다녔다', 16)
    const { cue } = boundaryCosts(words, koreanProfile)
    expect(cue[4]).toBeLessThan(60)
    expect(cue[3]).toBeGreaterThan(3 * (cue[4] ?? 0))
  })
})

describe('a name of several words', () => {
  const costsOf = (text: string, profile: Profile = koreanProfile) => {
    const words = eojeols(text, profile.lineCharacters)
    const { line, cue } = boundaryCosts(words, profile)
    return { texts: words.map(word => word.text), line, cue }
  }

  it.each(['빈센트 반 고흐', '루트비히 판 베토벤', '마리아 델 카르멘'])('is held around its link: %s', name => {
    const { line } = costsOf(`${name} 미술관을 찾았습니다.`)
    expect(Math.min(line[1] ?? 0, line[2] ?? 0)).toBeGreaterThanOrEqual(HELD)
  })

  it('stays with the role before it', () => {
    expect(costsOf('사진작가 윤서진 씨를 모셨습니다.').line[1]).toBeGreaterThanOrEqual(HELD)
    expect(costsOf('사진작가 세 사람을 모셨습니다.').line[1]).toBeLessThan(HELD)
  })

  it.each(['"특정 시점" 이라는 말은', '다음으로 j-hat 은 어디로', '점 P(x) 의 자리를'])(
    'and other Latin or quoted words keep a particle after a space: %s',
    text => {
      const { texts, line } = costsOf(text)
      expect(line[texts.findIndex(word => /^(?:이라는|은|의)$/.test(word))]).toBeGreaterThanOrEqual(HELD)
    },
  )

  it('that is longer than a line is rather divided between the lines of a cue than between cues', () => {
    const { texts, line, cue } = costsOf('어제 Maria del Carmen Rodriguez 씨와 만났습니다.', PROFILES.shorts)
    const at = texts.indexOf('Carmen')
    expect(cue[at]).toBeGreaterThan(line[at] ?? 0)
  })

  it('in -아 after another vowel than ㅏ and ㅗ is no verb', () => {
    expect(['신시아', '빅토리아', '좋아', '찾아'].map(word => seenOf(word).form)).toEqual([
      'noun',
      'noun',
      'linking',
      'linking',
    ])
  })
})

describe('a range of measured amounts', () => {
  it.each(['2.1퍼센트에서 1.8퍼센트로', '20미터에서 15미터로', '3월부터 5월까지'])('is held together: %s', range => {
    const words = eojeols(`전망치를 ${range} 낮췄습니다.`, 16)
    expect(boundaryCosts(words, koreanProfile).line[2]).toBe(HELD)
  })
})

describe('a number in words', () => {
  it.each(['이백여 채를', '석 달을', '서너 명이', '몇천 개의', '한두 끼를'])('is held with its unit: %s', amount => {
    const words = eojeols(`마침내 ${amount} 채웠습니다.`, 16)
    expect(boundaryCosts(words, koreanProfile).line[2]).toBe(FORBIDDEN)
  })
})

describe('a construction', () => {
  it.each(Object.entries(PROFILES))('costs as much to break as any place, or more: %s', (_, profile) => {
    const words = eojeols('저는 그 사람을 도와줄 수 있는 방법을 아주 오랫동안 찾아 헤맸습니다.', profile.lineCharacters)
    const { line } = boundaryCosts(words, profile)
    const held = words.findIndex(({ text }) => text === '수')
    expect(line[held + 1]).toBe(line[held])
    expect(Math.max(...line)).toBe(line[held])
  })
})
