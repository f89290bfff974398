import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { reportFailures, translateFaithfully } from '../../lambdas/translation/faithful.ts'
import type { TranslationRequest } from '../../lambdas/translation/translator.ts'
import { KOREAN, sentenceOf, TALK, task, told } from './talk.ts'

const ids = ({ sentences }: TranslationRequest) => sentences.map(({ id }) => id)
const answers = (request: TranslationRequest, from: Record<string, string> = KOREAN) =>
  Object.fromEntries(ids(request).flatMap(id => (from[id] === undefined ? [] : [[id, from[id]]])))
const plain = () =>
  told(false, request =>
    answers(request, Object.fromEntries(TALK.map(({ id }) => [id, `기계 번역 ${id} 문장입니다. 1817`]))),
  )
const good = Object.fromEntries(Object.entries(KOREAN).map(([id, korean]) => [id, { korean, problems: [] }]))

beforeEach(() => {
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
})

describe('the log that the alarm about the model counts', () => {
  it('has an error when the plain translator stands in for most of a batch', async () => {
    await translateFaithfully({ main: told(true, () => ({})), plain: plain() }, task())
    expect(console.error).toHaveBeenCalledWith(
      expect.objectContaining({ topic: 'model', event: 'the plain translator stepped in', failed: 4, sentences: 4 }),
    )
  })

  it('has an error when the only translator leaves most of a batch without a translation', async () => {
    const silent = told(false, () => ({}))
    await translateFaithfully({ main: silent, plain: silent }, task())
    expect(console.error).toHaveBeenCalledWith(
      expect.objectContaining({ topic: 'model', event: 'no translator translated', failed: 4, sentences: 4 }),
    )
  })

  it.each([
    [1, 1, 'info'],
    [2, 3, 'info'],
    [9, 20, 'info'],
    [3, 3, 'error'],
    [10, 20, 'error'],
  ] as const)('has %d of %d failed sentences at level %s', (failed, sentences, level) => {
    vi.mocked(console.info).mockClear()
    vi.mocked(console.error).mockClear()
    reportFailures('no translator translated', failed, sentences)
    expect(console[level]).toHaveBeenCalledTimes(1)
    expect(console[level === 'info' ? 'error' : 'info']).not.toHaveBeenCalled()
  })

  it('has nothing where nothing failed', async () => {
    vi.mocked(console.error).mockClear()
    reportFailures('no translator translated', 0, 20)
    expect(console.error).not.toHaveBeenCalled()
  })
})

describe('a translator that learns', () => {
  it('is asked once if its answer is good', async () => {
    const main = told(true, request => answers(request))
    const other = plain()
    expect(await translateFaithfully({ main, plain: other }, task())).toEqual(good)
    expect(main.requests).toHaveLength(1)
    expect(other.requests).toHaveLength(0)
  })

  it('is asked again for missing and faulty sentences and told the faults', async () => {
    const main = told(true, (request, round) =>
      round === 1 ? { s1: KOREAN.s1 ?? '', s2: '독일 발명가가 만들었어요.', s4: KOREAN.s4 ?? '' } : answers(request),
    )
    expect(await translateFaithfully({ main, plain: plain() }, task())).toEqual(good)
    const [, second] = main.requests
    expect(second && ids(second)).toEqual(['s2', 's3'])
    expect(second?.faults.get('s2')).toEqual({
      korean: '독일 발명가가 만들었어요.',
      problems: ['these numbers are missing: 1817'],
    })
    expect(second?.faults.get('s3')?.problems).toEqual(['there is no text'])
    expect(second?.before).toEqual(['Before.', TALK[0]?.text])
    expect(second?.after).toEqual([TALK[3]?.text, 'After.'])
  })

  it('is asked in halves, then one by one, before the plain translator steps in', async () => {
    const main = told(true, () => ({}))
    const other = told(false, request => answers(request))
    expect(await translateFaithfully({ main, plain: other }, task())).toEqual(good)
    expect(main.requests.map(ids)).toEqual([
      ['s1', 's2', 's3', 's4'],
      ['s1', 's2', 's3', 's4'],
      ['s1', 's2'],
      ['s3', 's4'],
      ['s1'],
      ['s2'],
      ['s3'],
      ['s4'],
    ])
    expect(other.requests.map(ids)).toEqual([['s1', 's2', 's3', 's4']])
  })

  it('may succeed only when asked one by one', async () => {
    const main = told(true, request => (request.sentences.length === 1 ? answers(request) : {}))
    const other = plain()
    expect(await translateFaithfully({ main, plain: other }, task())).toEqual(good)
    expect(other.requests).toHaveLength(0)
  })

  it('is asked once to repair a wrong register, a lost term and a text over its budget', async () => {
    const rough = {
      ...KOREAN,
      s1: '자전거는 아주 평범했어.',
      s3: '사람들은 발로 밀면서 천천히 앞으로 나아갔어요.',
    }
    const main = told(true, (request, round) => answers(request, round === 1 ? rough : KOREAN))
    const choices = { budgets: { s3: 20 }, glossary: { bicycle: '자전거', thing: '것' } }
    expect(await translateFaithfully({ main, plain: plain() }, task(choices))).toEqual(good)
    expect(main.requests.map(ids)).toEqual([
      ['s1', 's2', 's3', 's4'],
      ['s1', 's3'],
    ])
  })

  it('keeps a translation that breaks a requirement and names the problem', async () => {
    const rough = { ...KOREAN, s1: '자전거는 아주 평범했어.' }
    const main = told(true, request => answers(request, rough))
    const other = plain()
    const file = await translateFaithfully({ main, plain: other }, task())
    expect(file.s1).toEqual({ korean: rough.s1, problems: ['register'] })
    expect(main.requests).toHaveLength(2)
    expect(other.requests).toHaveLength(0)
  })

  it('is asked again for two sentences that got the same text', async () => {
    const main = told(true, (request, round) =>
      answers(request, round === 1 ? { ...KOREAN, s4: KOREAN.s3 ?? '' } : KOREAN),
    )
    expect(await translateFaithfully({ main, plain: plain() }, task())).toEqual(good)
    expect(main.requests.map(ids)[1]).toEqual(['s3', 's4'])
  })

  it('never loses a good text to a worse one', async () => {
    const main = told(true, (request, round) =>
      round === 1 ? { s1: KOREAN.s1 ?? '' } : { ...answers(request), s1: '나쁨' },
    )
    expect((await translateFaithfully({ main, plain: plain() }, task())).s1).toEqual(good.s1)
  })
})

describe('a plain translator', () => {
  it('is not asked twice for the same text', async () => {
    const main = told(false, request => answers(request, { ...KOREAN, s2: '독일 발명가가 나무틀을 만들었어요.' }))
    const file = await translateFaithfully({ main, plain: main }, task())
    expect(main.requests).toHaveLength(1)
    expect(file.s2).toEqual({ korean: '독일 발명가가 나무틀을 만들었어요.', problems: ['numbers'] })
  })

  it('is asked once more for missing sentences, which stay empty with a problem if they never come', async () => {
    const main = told(false, (request, round) =>
      round === 1 ? { s1: KOREAN.s1 ?? '' } : answers(request, { s2: KOREAN.s2 ?? '' }),
    )
    const file = await translateFaithfully({ main, plain: main }, task())
    expect(main.requests.map(ids)).toEqual([
      ['s1', 's2', 's3', 's4'],
      ['s2', 's3', 's4'],
    ])
    expect(file).toMatchObject({ s1: good.s1, s2: good.s2, s3: { korean: '', problems: ['empty'] } })
  })
})

it('every sentence occurs once and no text moves to another id, whatever the translators answer', async () => {
  const texts = fc.oneof(
    fc.constantFrom('', ' ', 'English only', '한국어 문장이에요.', '반말이야'),
    fc.string({ unit: 'grapheme' }),
  )
  const answer = fc.dictionary(fc.constantFrom('s1', 's2', 's3', 's4'), texts)
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { maxLength: 12 }), fc.boolean(), async (due, learns) => {
      const given = new Map<string, Set<string>>()
      const next = (request: TranslationRequest) => {
        const reply = due.shift() ?? {}
        const own = Object.fromEntries(Object.entries(reply).filter(([id]) => ids(request).includes(id)))
        for (const [id, korean] of Object.entries(own)) given.set(id, (given.get(id) ?? new Set()).add(korean))
        return own
      }
      const main = told(learns, next)
      const file = await translateFaithfully({ main, plain: learns ? told(false, next) : main }, task())
      expect(Object.keys(file)).toEqual(['s1', 's2', 's3', 's4'])
      for (const [id, { korean, problems }] of Object.entries(file)) {
        if (korean === '') expect(problems).toContain('empty')
        else expect(given.get(id)).toContain(korean)
      }
    }),
  )
})

it('sentences outside a batch are context and are never translated', async () => {
  const sentences = [sentenceOf('s7', 'Only this one.')]
  const main = told(true, () => ({ s7: '이것만요.' }))
  expect(await translateFaithfully({ main, plain: plain() }, task({ sentences }))).toEqual({
    s7: { korean: '이것만요.', problems: [] },
  })
})
