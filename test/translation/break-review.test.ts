import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PROFILES } from '#subtitle-engine'
import { translateFaithfully } from '../../lambdas/translation/faithful.ts'
import type { TranslationRequest } from '../../lambdas/translation/translator.ts'
import { sentenceOf, task, told } from './talk.ts'

const ENGLISH = [
  'It was the best bug report that I have ever received.',
  'We had 3 copies of it, and nobody ever looked at them.',
]
const sentences = ENGLISH.map((text, i) => sentenceOf(`s${i + 1}`, text, i * 15_000))
const TORN = '제가 받아 본 최고의 버그 리포트였어요'
const FITTING = '제 인생 최고의 버그 리포트였어요'
const OTHER = '사본이 3개 있었는데, 아무도 안 봤어요'

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => undefined))

interface Choices {
  english?: string
  torn?: string
  /** The reason that the model states for its change. */
  reason?: string
  breakReview?: boolean
  /** Duration of an English word. */
  wordMs?: number
}

/** Translates two sentences, the first with a bad line end, which the review replaces by `answer`. */
async function reviewed(
  answer: string | undefined,
  { english = ENGLISH[0] ?? '', torn = TORN, reason = 'cut', breakReview = true, wordMs }: Choices = {},
) {
  const main = told(true, (request, round): Record<string, string> => {
    if (round === 1) return { s1: torn, s2: OTHER }
    if (request.look !== 'review' || answer === undefined) return {}
    request.reasons?.set('s1', reason)
    return { s1: answer }
  })
  const batch = {
    ...task({ sentences: [sentenceOf('s1', english, 0, wordMs), ...sentences.slice(1)] }),
    cutting: { profile: PROFILES.standard },
  }
  const file = await translateFaithfully({ main, plain: told(false, () => ({})), secondLook: true, breakReview }, batch)
  return { s1: file.s1, requests: main.requests }
}

const cutsIn = (request?: TranslationRequest) => [...(request?.faults ?? [])].map(([, { cut }]) => cut)

describe('a sentence whose lines end badly', () => {
  it('is listed with its lines in the review, without a further request', async () => {
    const { requests, s1 } = await reviewed(undefined)
    expect(requests.map(({ look }) => look)).toEqual(['first', 'review'])
    expect(cutsIn(requests[0])).toEqual([])
    expect(cutsIn(requests[1])).toEqual(['제가 받아 본 최고의 / 버그 리포트였어요', undefined])
    expect(s1?.korean).toBe(TORN)
  })

  it('is not listed if BREAK_REVIEW is off', async () => {
    const { requests } = await reviewed(undefined, { breakReview: false })
    expect(cutsIn(requests[1])).toEqual([undefined, undefined])
  })

  it('gets other words that are cut better', async () => {
    // The sentence is spoken within the seven seconds of a cue; a longer one would have two cues.
    expect((await reviewed(FITTING, { wordMs: 600 })).s1).toEqual({ korean: FITTING, problems: [] })
  })

  it('gets other words even if the model copied the slashes of its cut', async () => {
    const { s1 } = await reviewed('버그 리포트 중에서는 / 제가 본 최고였어요')
    expect(s1).toEqual({ korean: '버그 리포트 중에서는 제가 본 최고였어요', ends: [3], problems: [] })
  })

  it('gets other marks that end its lines at better places', async () => {
    const torn = '제 맞은편에는 미르체아라는 노인이 앉아 있었는데, 지리 선생님이셨대요'
    const marked = '제 맞은편에는 | 미르체아라는 노인이 앉아 있었는데, | 지리 선생님이셨대요'
    const english = 'Opposite me sat old Mircea, who taught geography.'
    expect((await reviewed(undefined, { torn, english })).s1).not.toHaveProperty('ends')
    expect((await reviewed(marked, { torn, english })).s1).toMatchObject({ korean: torn, ends: [2, 6] })
  })

  it.each([
    ['hardly cut better', '제가 이제껏 받아 본 최고의 버그 리포트였어요'],
    ['are in another register', '내 인생 최고의 버그 리포트였어'],
    ['are much shorter', '최고였어요'],
    ['are much longer', '제가 받아 본 것 중에서, 정말이지 모든 면에서 최고라 할 만한 리포트였어요'],
  ])('keeps its text if the other words %s', async (_, answer) => {
    expect((await reviewed(answer)).s1?.korean).toBe(TORN)
  })

  it('keeps its text if the other words have a new problem', async () => {
    const english = 'It was the best of the 40 bug reports that I received.'
    const torn = '그건 내가 받아 본 40개 중 최고의 버그 리포트였어'
    const answer = '그건 제가 이제껏 받은 것 중에서는 제일 나았어요'
    const { requests, s1 } = await reviewed(answer, { english, torn })
    expect(cutsIn(requests[1])[0]).toContain(' / ')
    expect(s1).toEqual({ korean: torn, problems: ['register'] })
  })

  it('keeps its text if the other words look better only through their marks', async () => {
    const english = 'Opposite me sat old Mircea, who taught geography.'
    const torn = '제 맞은편에는 미르체아라는 노인이 앉아 있었는데, 지리 선생님이셨대요'
    const answer = '제 맞은편에는 | 미르체아라는 노인이 앉아 있었는데, | 지리 선생님이었대요'
    expect((await reviewed(answer, { english, torn })).s1?.korean).toBe(torn)
  })

  it('keeps its marks if it is hardly cut better with others', async () => {
    const english = 'It leaves from Tulcea, in the east of Romania.'
    const torn = '알고 보니 루마니아 동쪽의 툴체아라는 도시에서 떠나는 배더라고요'
    const answer = '알고 보니 루마니아 동쪽의 | 툴체아라는 도시에서 | 떠나는 배더라고요'
    const { requests, s1 } = await reviewed(answer, { english, torn })
    expect(cutsIn(requests[1])[0]).toContain(' / ')
    expect(s1).not.toHaveProperty('ends')
  })

  it('gets a correction of its meaning, however it is cut', async () => {
    const answer = '제가 받아 본 최악의 버그 리포트였어요'
    expect((await reviewed(answer, { reason: 'negation' })).s1?.korean).toBe(answer)
    expect((await reviewed(answer)).s1?.korean).toBe(TORN)
  })
})

describe('a batch with many sentences whose lines end badly', () => {
  it('lists the six worst, once', async () => {
    const many = Array.from({ length: 12 }, (_, i) =>
      sentenceOf(`s${i + 1}`, `${ENGLISH[0]} Number ${i + 20}.`, i * 20_000),
    )
    const texts = Object.fromEntries(many.map(({ id }, i) => [id, `${TORN}, ${i + 20}번`]))
    // The first sentence also has a problem, so it is sent again for repair.
    const main = told(true, () => ({ ...texts, s1: '내가 받아 본 최고의 버그 리포트였어' }))
    const translators = { main, plain: told(false, () => ({})), secondLook: true, breakReview: true }
    await translateFaithfully(translators, { ...task({ sentences: many }), cutting: { profile: PROFILES.standard } })
    expect(main.requests.map(({ look }) => look)).toEqual(['first', 'review', 'repair'])
    expect(main.requests.map(request => cutsIn(request).filter(cut => cut !== undefined).length)).toEqual([0, 6, 0])
  })
})
