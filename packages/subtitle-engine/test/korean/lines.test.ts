import { describe, expect, it } from 'vitest'
import { type Cue, cuesFromSentences, inspectCues, koreanProfile } from '../../src/index.ts'
import { sentenceOf } from '../support/words.ts'

/** The cues of a text that has all the time it needs. */
function cuesOf(korean: string): Cue[] {
  const sentence = sentenceOf('word '.repeat(14).trim())
  return cuesFromSentences([sentence], new Map([['s1', korean]]), koreanProfile)
}
const linesOf = (korean: string) => cuesOf(korean).flatMap(cue => cue.lines)

describe('the lines of a cue', () => {
  it('are one if the text fits, with no full stop at its end', () => {
    expect(linesOf('오늘은 날씨가 참 좋네요.')).toEqual(['오늘은 날씨가 참 좋네요'])
  })

  it.each([
    ['after punctuation', '네, 알겠습니다. 그럼 내일 아침에 다시 뵙겠습니다.', '네, 알겠습니다'],
    ['before a conjunction', '아무도 몰랐어요 그래서 제가 먼저 말했습니다', '아무도 몰랐어요'],
    ['after a clause', '바늘이 멈춰 있어서 아이들은 집에 갔습니다', '바늘이 멈춰 있어서'],
    ['before a noun and the verb that describes it', '혹시 기계식 시계를 가지고 계신 분 있나요?', '혹시 기계식 시계를'],
    ['not between a number and its unit', '그 사람은 거기에서 꼬박 3 시간을 기다렸습니다', '그 사람은 거기에서'],
    ['not between a numeral and its counter', '우리 모두가 그 앞에서 세 시간을 기다렸습니다', '우리 모두가 그 앞에서'],
    ['not inside a Latin name', '어제 저녁에 나온 New York Times 기사를 봤어요', '어제 저녁에 나온'],
    ['not before a dependent noun', '저는 정말 그렇게 할 수 있다고 생각했습니다', '저는 정말 그렇게 할 수 있다고'],
    ['not before an auxiliary verb', '그때는 누구나 그렇게 살고 있었다고 합니다', '그때는 누구나'],
  ])('break %s', (_, korean, first) => {
    expect(linesOf(korean)[0]).toBe(first)
  })

  it('drop a comma if the text then fits one line', () => {
    expect(linesOf('전등, 라디오, 장난감, 뭐든 좋아요.')).toEqual(['전등, 라디오, 장난감 뭐든 좋아요'])
  })

  it('keep two sentences on two lines where dropping the comma between them would run them together', () => {
    const cues = cuesOf('그게 다예요, 그게 비결의 전부예요.')
    expect(cues.flatMap(({ lines }) => lines)).toEqual(['그게 다예요', '그게 비결의 전부예요'])
    expect(inspectCues(cues, koreanProfile).rules.oneLine?.broken).toBe(0)
  })

  it('keep the comma between two members of a list at the end of a line', () => {
    expect(linesOf('이 인형은 눈과 얼굴, 움직임을 사람처럼 만들었습니다.')).toEqual([
      '이 인형은 눈과 얼굴,',
      '움직임을 사람처럼 만들었습니다',
    ])
  })

  it('drop the comma after an adverbial of time at the end of a line', () => {
    expect(linesOf('좌표를 다른 두 열에 놓은 후, 행렬식을 구한 결과는 같습니다.')[0]).toBe(
      '좌표를 다른 두 열에 놓은 후',
    )
  })

  it.each([
    ['brackets', '이 행렬은 앞에서 나온 벡터를 그 좌표 (1, -2) 위치로 옮깁니다.', '(1, -2)'],
    [
      'a short quotation',
      '우리는 이것을 흔히 "순서를 상관하지 않는" 점들의 쌍이라고 부릅니다.',
      '"순서를 상관하지 않는"',
    ],
    [
      'a quotation in single quotes',
      "다시 그 질문, 그러니까 '벡터란 무엇인가'로 되돌아가 봅시다.",
      "'벡터란 무엇인가'로",
    ],
  ])('never divide %s that fit one line', (_, korean, enclosed) => {
    expect(linesOf(korean).some(line => line.includes(enclosed))).toBe(true)
  })

  it.each([
    [
      'a term and its brackets',
      '그래서 이런 방법을 통계학에서는 층화표본추출(stratified sampling)이라고 부릅니다.',
      ['층화표본추출', '(stratified sampling)이라고'],
    ],
    [
      'a quotation and its brackets',
      '이 두 그림을 겹치는 방법을 "이중 노출"(double exposure)이라고 합니다.',
      ['"이중 노출"', '(double exposure)이라고'],
    ],
    [
      'a quoted term and the brackets inside its quotation marks',
      '두 사건이 서로 아무 영향도 주지 않으면 "통계 독립적(statistical independence)"라고 합니다.',
      ['"통계 독립적', '(statistical independence)"라고'],
    ],
    [
      'an eojeol that is longer than a line',
      '이것을 흔히 자기조직화지도(self-organizing-map)이라고 부릅니다.',
      ['자기조직화지도', '(self-organizing-map)이라고'],
    ],
  ])('end before brackets where %s do not fit one line together', (_, korean, [term, brackets]) => {
    const cues = cuesOf(korean)
    expect(cues.flatMap(cue => cue.lines).join('|')).toContain(`${term}|${brackets}`)
    expect(cues.flatMap(cue => cue.flags)).toEqual([])
  })

  it('add no space where a term and its brackets share a line', () => {
    const korean = '이 지방에서는 가을마다 물안개(사람들이 흔히 강안개라고 부르는 것)이 피어오릅니다.'
    expect(linesOf(korean).join('|')).toMatch(/물안개\(|물안개\|\(/)
  })

  it.each(['함수 f(x + y)', 'sin(2 * pi * f * t + phase)'])('never end inside %s before its brackets', formula => {
    expect(linesOf(`그러면 이 물결의 높이는 언제나 ${formula} 하나로 나타낼 수 있습니다.`).join('|')).not.toMatch(
      /(?:f|sin)\|\(/,
    )
  })

  it('hold braces together as they hold brackets', () => {
    const korean = '두 번째 방법에서는 언제나 {a, b}와 {b, a}는 서로 같다고 여깁니다.'
    expect(linesOf(korean).join('\n')).toMatch(/\{a, b\}와(?:.|\n)*\{b, a\}는/)
  })

  it('keep a quotation with the 하고 after it', () => {
    const lines = linesOf('첫 세트를 내줬는데, 그때 코치님이 "공 하나만!" 하고 외치셨는데 뭔가 딱 맞아떨어졌어요.')
    expect(lines.some(line => line.includes('"공 하나만!" 하고'))).toBe(true)
  })

  it('keep a particle with the quotation that it follows', () => {
    const lines = linesOf('그 책에 나오는 낯선 말 가운데 "변환" 은 우리가 이미 아는 것입니다.')
    expect(lines.some(line => line.includes('"변환" 은'))).toBe(true)
  })

  it('divide brackets that are longer than a line within one cue', () => {
    const korean = '그 함수는 (우리가 지난번 영상에서 이미 만나 보았는데) 어디서나 미분할 수 있습니다.'
    expect(
      cuesOf(korean)
        .map(({ lines }) => lines.join(' '))
        .some(text => /\(우리가.*보았는데\)/.test(text)),
    ).toBe(true)
  })

  it('split an eojeol that is longer than a line at its own marks, and the cue is flagged', () => {
    const sentence = sentenceOf('word '.repeat(14).trim())
    const address = 'https://www.example.com/시계/고치는/방법/그리고/이야기'
    const cues = cuesFromSentences([sentence], new Map([['s1', address]]), koreanProfile)
    expect(cues.flatMap(cue => cue.lines).join('')).toBe(address)
    for (const line of cues.flatMap(cue => cue.lines).slice(0, -1)) expect(line).toMatch(/[./]$/)
    expect(cues.flatMap(cue => cue.flags)).toContain('lineBreak')
  })
})
