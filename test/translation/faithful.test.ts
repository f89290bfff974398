import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cleanTranslation } from '#subtitle-engine'
import { type Assignment, reportFailures, translateFaithfully } from '../../lambdas/translation/faithful.ts'
import { ModelGoneError, ModelLateError } from '../../lambdas/translation/model.ts'
import type { TranslationRequest, Translator } from '../../lambdas/translation/translator.ts'
import { type Choices, glossaryOf, KOREAN, sentenceOf, TALK, task, told } from './talk.ts'

const withoutSecondLook = (translators: { main: Translator; plain: Translator }, batch: Assignment) =>
  translateFaithfully({ ...translators, secondLook: false }, batch)
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

describe('the log lines that the model’s alarm counts', () => {
  it('contain an error if the plain translator replaces the model for most of a batch', async () => {
    await withoutSecondLook({ main: told(true, () => ({})), plain: plain() }, task())
    expect(console.error).toHaveBeenCalledWith(
      expect.objectContaining({ topic: 'model', event: 'the plain translator stepped in', failed: 4, sentences: 4 }),
    )
  })

  it('contain an error if the only translator leaves most of a batch untranslated', async () => {
    const silent = told(false, () => ({}))
    await withoutSecondLook({ main: silent, plain: silent }, task())
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

  it('contain nothing if nothing failed', async () => {
    vi.mocked(console.error).mockClear()
    reportFailures('no translator translated', 0, 20)
    expect(console.error).not.toHaveBeenCalled()
  })
})

describe('a translator that learns', () => {
  it('is called once if its texts are good', async () => {
    const main = told(true, request => answers(request))
    const other = plain()
    expect(await withoutSecondLook({ main, plain: other }, task())).toEqual(good)
    expect(main.requests).toHaveLength(1)
    expect(other.requests).toHaveLength(0)
  })

  it('is called again for missing and faulty sentences, with their faults', async () => {
    const main = told(true, (request, round) =>
      round === 1 ? { s1: KOREAN.s1 ?? '', s2: '독일 발명가가 만들었어요.', s4: KOREAN.s4 ?? '' } : answers(request),
    )
    expect(await withoutSecondLook({ main, plain: plain() }, task())).toEqual(good)
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

  it('is called for halves, then for single sentences, before the plain translator takes over', async () => {
    const main = told(true, () => ({}))
    const other = told(false, request => answers(request))
    expect(await withoutSecondLook({ main, plain: other }, task())).toEqual(
      Object.fromEntries(Object.entries(good).map(([id, each]) => [id, { ...each, steppedIn: true }])),
    )
    expect(main.requests.map(ids)).toEqual([
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

  it.each<[string, number, number, boolean]>([
    ['answers halves in time counts as slow', 1, 5, false],
    ['is late again without any answer counts as gone', 9, 2, true],
  ])('that %s', async (_, lateAnswers, requests, isGone) => {
    let [asked, gone] = [0, false]
    const main: Translator = {
      learns: true,
      translate: async request => {
        asked += 1
        if (asked <= lateAnswers) throw new ModelLateError(false)
        return request.sentences.length > 2 ? new Map() : new Map(Object.entries(answers(request)))
      },
    }
    const onGone = async () => {
      gone = true
    }
    await withoutSecondLook({ main, plain: plain() }, { ...task(), onGone })
    expect({ asked: asked <= requests, gone }).toEqual({ asked: true, gone: isGone })
  })

  it('is asked for the rest, before any review, if it wrote less than half of the batch in its time', async () => {
    const main = told(true, (request, round) => (round === 1 ? { s1: KOREAN.s1 ?? '' } : answers(request)))
    expect(await translateFaithfully({ main, plain: plain(), secondLook: true }, task())).toEqual(good)
    expect(main.requests.map(ids)).toEqual([['s1', 's2', 's3', 's4'], ['s2', 's3'], ['s4']])
  })

  it('may succeed only for single sentences', async () => {
    const main = told(true, request => (request.sentences.length === 1 ? answers(request) : {}))
    const other = plain()
    expect(await withoutSecondLook({ main, plain: other }, task())).toEqual(good)
    expect(other.requests).toHaveLength(0)
  })

  it('is called once to repair a wrong register, a lost term and a text over its budget', async () => {
    const rough = {
      ...KOREAN,
      s1: '자전거는 아주 평범했어.',
      s3: '사람들은 발로 밀면서 천천히 앞으로 나아갔어요.',
    }
    const main = told(true, (request, round) => answers(request, round === 1 ? rough : KOREAN))
    const choices = { budgets: { s3: 20 }, glossary: { bicycle: '자전거', thing: '것' } }
    expect(await withoutSecondLook({ main, plain: plain() }, task(choices))).toEqual(good)
    expect(main.requests.map(ids)).toEqual([
      ['s1', 's2', 's3', 's4'],
      ['s1', 's3'],
    ])
  })

  it('keeps a translation that breaks a requirement and names the problem', async () => {
    const rough = { ...KOREAN, s1: '자전거는 아주 평범했어.' }
    const main = told(true, request => answers(request, rough))
    const other = plain()
    const file = await withoutSecondLook({ main, plain: other }, task())
    expect(file.s1).toEqual({ korean: rough.s1, problems: ['register'] })
    expect(main.requests).toHaveLength(2)
    expect(other.requests).toHaveLength(0)
  })

  it('is called again for two sentences with the same text', async () => {
    const main = told(true, (request, round) =>
      answers(request, round === 1 ? { ...KOREAN, s4: KOREAN.s3 ?? '' } : KOREAN),
    )
    expect(await withoutSecondLook({ main, plain: plain() }, task())).toEqual(good)
    expect(main.requests.map(ids)[1]).toEqual(['s3', 's4'])
  })

  it('never loses a good text to a worse one', async () => {
    const main = told(true, (request, round) =>
      round === 1 ? { s1: KOREAN.s1 ?? '' } : { ...answers(request), s1: '나쁨' },
    )
    expect((await withoutSecondLook({ main, plain: plain() }, task())).s1).toEqual(good.s1)
  })
})

describe('a review', () => {
  const twice = (main: Translator, choices?: Choices) =>
    translateFaithfully({ main, plain: plain(), secondLook: true }, task(choices))

  it('sends every text to the translator once more, with its problems and translationese', async () => {
    const rough = { ...KOREAN, s1: '자전거는 사람들에 의해 만들어졌어.', s4: '그녀는 그 이상한 것을 보고 웃었어요.' }
    const main = told(true, (request, round) => answers(request, round === 1 ? rough : KOREAN))
    expect(await twice(main)).toEqual(good)
    const [first, second] = main.requests
    expect(main.requests).toHaveLength(2)
    expect(first).toMatchObject({ look: 'first', isReviewed: true })
    expect(second).toMatchObject({ look: 'review', isReviewed: true, sentences: first?.sentences })
    expect(second?.faults.get('s1')?.problems).toEqual([
      'it ends in another register than asked for',
      expect.stringContaining('에 의해'),
    ])
    expect(second?.faults.get('s4')?.problems).toEqual([expect.stringContaining('그녀')])
    expect(second?.faults.get('s2')).toEqual({ korean: KOREAN.s2, problems: [] })
  })

  it('keeps a changed text that is as good and refuses one that is worse', async () => {
    const edited = { s1: '자전거는 정말 흔한 기계예요.', s2: '독일 발명가가 나무틀을 만들었어요.' }
    const main = told(true, (request, round) => answers(request, round === 1 ? KOREAN : edited))
    expect(await twice(main)).toMatchObject({ s1: { korean: edited.s1 }, s2: { korean: KOREAN.s2 } })
  })

  it('requests shorter texts for those that are too long, and never truncates them', async () => {
    const long = '사람들은 자기 발로 힘껏 밀면서 천천히 앞으로 나아갔어요.'
    const main = told(true, request => answers(request, { ...KOREAN, s3: long }))
    expect((await twice(main, { budgets: { s3: 12 } })).s3?.korean).toBe(long)
    expect(main.requests[2]?.faults.get('s3')?.problems).toEqual([expect.stringContaining('condense')])
  })

  it('is not done by a plain translator', async () => {
    const main = told(false, request => answers(request))
    await translateFaithfully({ main, plain: main, secondLook: true }, task())
    expect(main.requests).toHaveLength(1)
  })
})

describe('a model that is unavailable', () => {
  const gone = (): never => {
    throw new ModelGoneError('no')
  }

  it('is not called again in the batch: the plain translator translates it, and every text is marked so', async () => {
    const main = told(true, gone)
    const other = told(false, request => answers(request))
    const file = await translateFaithfully({ main, plain: other, secondLook: true }, task())
    expect(main.requests).toHaveLength(1)
    expect(other.requests.map(ids)).toEqual([['s1', 's2', 's3', 's4']])
    for (const { steppedIn, problems } of Object.values(file))
      expect({ steppedIn, problems }).toEqual({ steppedIn: true, problems: [] })
  })

  it('leaves its earlier translations unchanged', async () => {
    const main = told(true, (_, round) => (round === 1 ? { s1: KOREAN.s1 ?? '', s2: KOREAN.s2 ?? '' } : gone()))
    const file = await translateFaithfully({ main, plain: plain(), secondLook: true }, task())
    expect(Object.values(file).map(({ steppedIn = false }) => steppedIn)).toEqual([false, false, true, true])
  })
})

describe('names of the brief', () => {
  const glossary = glossaryOf({ bicycle: '두바퀴', 'Karl Drais': '카를 드라이스' }, 'brief')
  const sentences = [sentenceOf('s1', 'Karl Drais built a bicycle.')]
  const batch = { ...task({ sentences }), glossary }

  it('in another form are reported to the model, then replaced by rule with matching particles', async () => {
    const main = told(true, () => ({ s1: '칼 드라이즈는 두바퀴를 만들었어요.' }))
    const file = await withoutSecondLook({ main, plain: plain() }, batch)
    expect(main.requests[1]?.faults.get('s1')?.problems).toEqual([
      expect.stringContaining('Karl Drais is 카를 드라이스'),
    ])
    expect(file.s1).toEqual({ korean: '카를 드라이스는 두바퀴를 만들었어요.', problems: [], held: [1] })
  })

  it('that Korean omits are not a fault of the text', async () => {
    const main = told(true, () => ({ s1: '그 사람이 두바퀴를 만들었어요.' }))
    const file = await withoutSecondLook({ main, plain: plain() }, batch)
    expect(file.s1).toEqual({ korean: '그 사람이 두바퀴를 만들었어요.', problems: ['name'] })
  })
})

describe('a plain translator', () => {
  it('is not called twice for the same text', async () => {
    const main = told(false, request => answers(request, { ...KOREAN, s2: '독일 발명가가 나무틀을 만들었어요.' }))
    const file = await withoutSecondLook({ main, plain: main }, task())
    expect(main.requests).toHaveLength(1)
    expect(file.s2).toEqual({ korean: '독일 발명가가 나무틀을 만들었어요.', problems: ['numbers'] })
  })

  it('is called once more for missing sentences, which stay empty with a problem if they are missing again', async () => {
    const main = told(false, (request, round) =>
      round === 1 ? { s1: KOREAN.s1 ?? '' } : answers(request, { s2: KOREAN.s2 ?? '' }),
    )
    const file = await withoutSecondLook({ main, plain: main }, task())
    expect(main.requests.map(ids)).toEqual([
      ['s1', 's2', 's3', 's4'],
      ['s2', 's3', 's4'],
    ])
    expect(file).toMatchObject({ s1: good.s1, s2: good.s2, s3: { korean: '', problems: ['empty'] } })
  })
})

it('every sentence occurs once and no text moves to another id, whatever the translators return', async () => {
  const texts = fc.oneof(
    fc.constantFrom('', ' ', 'English only', '한국어 문장이에요.', '반말이야'),
    fc.string({ unit: 'grapheme' }),
  )
  const answer = fc.dictionary(fc.constantFrom('s1', 's2', 's3', 's4'), texts)
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { maxLength: 12 }), fc.boolean(), async (due, learns) => {
      const given = new Map<string, Set<string>>()
      const english = new Map(TALK.map(each => [each.id, each.text]))
      const next = (request: TranslationRequest) => {
        const reply = due.shift() ?? {}
        const own = Object.fromEntries(Object.entries(reply).filter(([id]) => ids(request).includes(id)))
        for (const [id, korean] of Object.entries(own)) given.set(id, (given.get(id) ?? new Set()).add(korean))
        return own
      }
      const main = told(learns, next)
      const file = await withoutSecondLook({ main, plain: learns ? told(false, next) : main }, task())
      expect(Object.keys(file)).toEqual(['s1', 's2', 's3', 's4'])
      for (const [id, { korean, problems }] of Object.entries(file)) {
        if (korean === '') expect(problems).toContain('empty')
        else
          expect([...(given.get(id) ?? [])].map(text => cleanTranslation(text, english.get(id) ?? ''))).toContain(
            korean,
          )
      }
    }),
  )
})

it('sentences outside a batch are context and are never translated', async () => {
  const sentences = [sentenceOf('s7', 'Only this one.')]
  const main = told(true, () => ({ s7: '이것만요.' }))
  expect(await withoutSecondLook({ main, plain: plain() }, task({ sentences }))).toEqual({
    s7: { korean: '이것만요.', problems: [] },
  })
})
