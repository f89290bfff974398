import { describe, expect, it } from 'vitest'
import { cuesFromSentences, koreanProfile } from '../../src/index.ts'
import { sentenceOf } from '../support/words.ts'

/** The texts of the cues of a sentence that has all the time it needs. */
function cuesOf(korean: string): string[] {
  const cues = cuesFromSentences([sentenceOf('word '.repeat(24).trim())], new Map([['s1', korean]]), koreanProfile)
  return cues.map(({ lines }) => lines.join(' '))
}

describe('a cue', () => {
  it.each([
    ['비가 오면 지붕이 새곤 했는데, 그래도 우리는 그 작은 집을 무척 좋아했습니다.', /했는데$/],
    ['어머니는 새벽마다 시장에 나가셨고 저는 동생들을 깨워서 학교에 보냈습니다.', /나가셨고$/],
    ['그 약을 먹고 나서 통증은 사라졌지만 밤에는 여전히 잠을 이루지 못했다고 합니다.', /사라졌지만$/],
    ['아이들이 모두 집으로 돌아간 뒤에도, 저는 조용한 교실에 혼자 남아 창문을 하나씩 닫았습니다.', /뒤에도$/],
  ])('ends with its clause and takes no word of the next one along: %s', (korean, end) => {
    expect(cuesOf(korean)[0]).toMatch(end)
  })

  it.each([
    [
      '1583년이라고 한 건 저의 착각이었고, 1538년이 맞다고 초등학교 4학년 청취자께서 친절히 알려 주셨습니다.',
      /착각이었고$/,
    ],
    [
      '종소리만 듣고도 침을 흘리게 된 개의 실험은 워낙 유명하지만, 그 개들이 나중에 홍수를 겪고 나서 배운 것을 잊어버렸다는 이야기는 아는 사람이 드물어요.',
      /유명하지만$/,
    ],
  ])('ends at a comma rather than some words after it: %s', (korean, end) => {
    expect(cuesOf(korean)).toContainEqual(expect.stringMatching(end))
  })

  it('shows no part of a sentence together with the end of the one before', () => {
    const korean = '물은 아래로 흐릅니다. 이것은 누구나 아는 사실이지만 왜 그런지 설명할 수 있는 사람은 많지 않습니다.'
    expect(cuesOf(korean)[0]).toBe('물은 아래로 흐릅니다')
  })

  it.each([
    ['비가 온다던 어제는 하루 종일 해가 났습니다 하지만 오늘은 아침부터 비가 내립니다.', /해가 났습니다$/],
    ['아무도 그 이유를 말해 주지 않았죠 그 뒤로 저는 그 집에 다시는 가지 않았습니다.', /않았죠$/],
  ])('ends with a predicate that closes a sentence without a full stop: %s', (korean, end) => {
    expect(cuesOf(korean)[0]).toMatch(end)
  })

  it('ends with a remark in brackets that stands between two sentences', () => {
    const korean =
      '이 점은 표준 좌표로 나타냅니다. (옮긴이 주: 표준 좌표는 [x, y]로 표기) 두 번째 벡터도 같은 방법으로 나타낼 수 있습니다.'
    expect(cuesOf(korean)[1]).toMatch(/표기\)$/)
  })

  it.each([
    '올해 가장 큰 화제를 모은 발표는 역시 Dr. 김미연의 새로운 항체 연구 결과였습니다.',
    '이번 시간에는 종이 책을 읽는 사람들 vs. 화면으로 글을 읽는 사람들을 비교해 봅니다.',
  ])('does not end after an abbreviation: %s', korean => {
    for (const cue of cuesOf(korean)) expect(cue).not.toMatch(/(?:Dr|vs)\.?$/)
  })

  it.each([
    '이 수열의 항들은 처음에는 1 + 0 + 0 + … 처럼 보이지만, 뒤로 갈수록 전혀 다른 모습을 드러냅니다.',
    '할머니는 제가 시골에 내려갈 때 마다 마당에 있는 감나무에서 가장 잘 익은 감을 따 주셨습니다.',
  ])('keeps a particle with its word where a space separates them: %s', korean => {
    expect(cuesOf(korean).join('\n')).not.toMatch(/^(?:처럼|마다)/m)
  })

  it('does not end between a predicate without a full stop and the particle that quotes it', () => {
    const korean = '선생님은 저에게 거기에 가야 합니다 라고 몇 번이나 되풀이해서 말씀하셨습니다.'
    expect(cuesOf(korean)[0]).toMatch(/합니다 라고$/)
  })

  it('does not end after a short lead-in of its sentence', () => {
    const korean = '제 경험으로는, 새벽에 반죽한 빵이 천천히 부풀도록 두어야 속까지 부드러워집니다.'
    expect(cuesOf(korean)[0]?.length).toBeGreaterThan(12)
  })

  it('leaves no last word of a sentence behind for a cue of its own where the sentence fits two', () => {
    const korean = '저희는 지난여름 내내 그 오래된 다리 밑에서 사라진 물고기들의 흔적을 찾았습니다.'
    expect(cuesOf(korean).at(-1)?.split(' ').length).toBeGreaterThan(1)
  })
})
