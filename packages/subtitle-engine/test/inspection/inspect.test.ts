import { describe, expect, it } from 'vitest'
import { type Cue, certificateFromInspection, inspectCues, koreanProfile, type Rule } from '../../src/index.ts'
import { sentenceOf } from '../support/words.ts'

const cue = (startMs: number, endMs: number, lines: string[], rest: Partial<Cue> = {}): Cue => {
  return { startMs, endMs, lines, sentenceIds: ['s1'], flags: [], ...rest }
}
const brokenIn = (cues: Cue[], ...more: Parameters<typeof sentenceOf>[]) => {
  const sentences = more.map(args => sentenceOf(...args))
  const { rules } = inspectCues(cues, koreanProfile, sentences.length > 0 ? sentences : undefined)
  return Object.entries(rules)
    .filter(([, report]) => report.broken > 0)
    .map(([rule, report]) => [rule, report.cues])
}

describe('the inspection', () => {
  const good = [
    cue(0, 2000, ['오늘은 날씨가 참 좋네요']),
    cue(2083, 4500, ['그래서 강가로 산책을', '나갔습니다, 혼자서요']),
  ]

  it('finds nothing in cues that keep every rule', () => {
    const { rules, ...rest } = inspectCues(good, koreanProfile)
    expect(rest).toMatchObject({ cues: 2, kept: 2, share: 1, flags: {}, flagged: [] })
    expect(Object.values(rules).every(({ checked, broken }) => checked === 2 && broken === 0)).toBe(true)
  })

  it('accepts a comma at the end of a line only between members of a list', () => {
    expect(brokenIn([cue(0, 3000, ['이 인형은 눈과 얼굴,', '움직임을 만들었습니다'])])).toEqual([])
    expect(brokenIn([cue(0, 3000, ['우리는 강가로 나갔지만,', '물고기는 없었습니다'])])).toEqual([['lineEnd', [0]]])
  })

  const cases: [Rule, Cue[], number[]][] = [
    ['order', [cue(0, 2000, ['가나다']), cue(1900, 4000, ['가나다'])], [1]],
    ['order', [cue(2000, 2000, ['가'])], [0]],
    ['text', [cue(0, 2000, [])], [0]],
    ['text', [cue(0, 2000, ['가', ' '])], [0]],
    ['lines', [cue(0, 5000, ['가나다라마바사', '가나다라마바사', '가나다라마바사'])], [0]],
    ['oneLine', [cue(0, 2000, ['가나다', '라마바'])], [0]],
    ['lineLength', [cue(0, 5000, ['가나다라마바사아자차카타파하가나다'])], [0]],
    ['lineBreak', [cue(0, 5000, ['그 사람들은 거기에서 3', '시간이나 기다렸습니다'])], [0]],
    ['lineBreak', [cue(0, 5000, ['그 사람들은 New York', 'Times 기사를 읽었습니다'])], [0]],
    ['phrase', [cue(0, 5000, ['로봇을 처음으로 접하고', '나서 생각이 달라졌습니다'])], [0]],
    ['phrase', [cue(0, 2000, ['그게 진짜가']), cue(2083, 4000, ['아니라는 사실을'])], [1]],
    ['lineEnd', [cue(0, 2000, ['좋네요.'])], [0]],
    ['lineEnd', [cue(0, 4000, ['오늘은 날씨가 참 좋은데,', '저는 집에 있어요'])], [0]],
    ['ellipsis', [cue(0, 2000, ['글쎄요...?'])], [0]],
    ['speed', [cue(0, 1000, ['가나다라마바사아자차카타파'])], [0]],
    ['duration', [cue(0, 832, ['네'])], [0]],
    ['duration', [cue(0, 7001, ['네'])], [0]],
    ['gap', [cue(0, 2000, ['네']), cue(2082, 4000, ['네'])], [1]],
    ['gap', [cue(0, 2000, ['네']), cue(2084, 4000, ['네'])], [1]],
    ['gap', [cue(0, 2000, ['네']), cue(2499, 4000, ['네'])], [1]],
  ]
  it.each(cases)('finds a broken %s (%j)', (rule, cues, which) => {
    expect(brokenIn(cues)).toContainEqual([rule, which])
  })

  it('accepts two lines if two people speak', () => {
    expect(brokenIn([cue(0, 2000, ['- 네', '- 정말요?'])])).toEqual([])
  })

  it('accepts gaps of 83 ms, and of 500 ms or more', () => {
    expect(brokenIn([cue(0, 2000, ['네']), cue(2083, 4000, ['네']), cue(4500, 6000, ['네'])])).toEqual([])
  })

  it('finds a late in-time, a late out-time and a cue that runs through a pause', () => {
    expect(brokenIn([cue(84, 1700, ['우리는 갔습니다'])], ['we went there once'])).toEqual([['inTime', [0]]])
    expect(brokenIn([cue(83, 1700, ['우리는 갔습니다'])], ['we went there once'])).toEqual([])
    expect(brokenIn([cue(0, 1701, ['우리는 갔습니다'])], ['we went there once'])).toEqual([['outTime', [0]]])
    expect(brokenIn([cue(0, 4000, ['우리는 갔습니다'])], ['we went {2000} there'])).toContainEqual(['pause', [0]])
  })

  it('accepts a cue that stays longer if its text needs the time', () => {
    expect(brokenIn([cue(0, 2100, ['우리는 거기에 처음으로 갔네요'])], ['we went'])).toEqual([])
    expect(brokenIn([cue(0, 2101, ['우리는 거기에 처음으로 갔네요'])], ['we went'])).toEqual([['outTime', [0]]])
  })

  it('accepts a cue that stays for up to a second to close the gap to the next one', () => {
    const endAt = (endMs: number, nextMs: number) =>
      brokenIn(
        [cue(0, endMs, ['우리는 갔습니다']), cue(nextMs, nextMs + 1300, ['네'], { sentenceIds: ['s2'] })],
        ['we went there once'],
        ['yes we did', nextMs, 's2'],
      )
    expect(endAt(2200, 2283)).toEqual([])
    expect(endAt(2201, 2284)).toEqual([['outTime', [0]]])
    expect(endAt(1783, 2283)).toEqual([['outTime', [0]]])
  })

  it('finds a missing number in the cue that is on screen when it is said', () => {
    const cues = [cue(0, 1717, ['우리는 그때 사람들에게']), cue(1800, 3200, ['작은 방을 주었습니다'])]
    expect(brokenIn(cues, ['then we gave the people there 25 small rooms'])).toEqual([['numbers', [1]]])
  })

  it('counts flags and lists the cues that carry them', () => {
    const flagged = [
      cue(0, 2000, ['네'], { flags: ['speed', 'numbers'] }),
      cue(3000, 5000, ['네'], { flags: ['speed'] }),
    ]
    const inspection = inspectCues(flagged, koreanProfile)
    expect(inspection.flags).toEqual({ speed: 2, numbers: 1 })
    expect(inspection.flagged).toEqual([
      { cue: 0, flags: ['speed', 'numbers'] },
      { cue: 1, flags: ['speed'] },
    ])
  })

  it('checks another profile against its own figures', () => {
    const strict = { ...koreanProfile, charactersPerSecond: 4 }
    expect(inspectCues(good, strict).rules.speed?.broken).toBe(2)
  })
})

describe('the certificate', () => {
  it('is small and says how many of a thousand cues keep every rule', () => {
    const cues = [cue(0, 2000, ['네']), cue(2500, 4000, ['네.']), cue(4500, 6000, ['네'], { flags: ['confidence'] })]
    const certificate = certificateFromInspection(inspectCues(cues, koreanProfile))
    expect(certificate).toEqual({ cues: 3, kept: 2, perMille: 666, flags: { confidence: 1 } })
    expect(JSON.parse(JSON.stringify(certificate))).toEqual(certificate)
  })

  it('counts a break inside a phrase and excludes that cue from its share', () => {
    const torn = ['로봇을 처음으로 접하고', '나서 생각이 달라졌습니다']
    const cues = [cue(0, 4000, torn, { flags: ['phrase'] }), cue(4500, 6000, ['네'])]
    const inspection = inspectCues(cues, koreanProfile)
    expect(inspection.rules.phrase).toEqual({ checked: 2, broken: 1, cues: [0] })
    expect(certificateFromInspection(inspection)).toMatchObject({ kept: 1, perMille: 500, flags: { phrase: 1 } })
  })

  it('states a thousand of a thousand only if every cue keeps every rule', () => {
    const cues = Array.from({ length: 2001 }, (_, i) => cue(i * 3000, i * 3000 + 2000, [i === 7 ? '네.' : '네']))
    expect(certificateFromInspection(inspectCues(cues, koreanProfile)).perMille).toBe(999)
    expect(certificateFromInspection(inspectCues([], koreanProfile))).toMatchObject({ cues: 0, perMille: 1000 })
  })
})
