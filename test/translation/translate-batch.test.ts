import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { buildBatchFile } from '../../lambdas/contract/batch.ts'
import type { GlossaryTerm } from '../../lambdas/contract/glossary.ts'
import { type SentenceFile, workKey } from '../../lambdas/contract/media-objects.ts'
import { refund } from '../../lambdas/records/ledger/index.ts'
import { patienceWith } from '../../lambdas/translation/patience.ts'
import { type TranslationDeps, translateBatch } from '../../lambdas/translation/translate-batch.ts'
import { setUpBucket } from '../support/bucket.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, heldEntry, newUser } from '../support/users.ts'
import { glossaryOf, KOREAN, TALK, told } from './talk.ts'

const [test, bucket] = await Promise.all([setUpTables(), setUpBucket()])
let entry: ArchiveEntry
let main: ReturnType<typeof told>
let deps: TranslationDeps

beforeEach(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const { uid } = await newUser(test.tables)
  entry = await heldEntry(test.tables, uid, { register: 'banmal' })
  await storeBatches()
  main = told(false, ({ sentences }) => Object.fromEntries(sentences.map(({ id }) => [id, KOREAN[id] ?? ''])))
  deps = {
    tables: test.tables,
    media: bucket.media,
    translators: { main, plain: main, secondLook: false },
    patience: patienceWith('none'),
    glossary: new Map(),
    now: Date.now,
  }
})

const FILE = {
  source: 'recognition',
  rehearsal: false,
  sentences: TALK,
  sounds: [],
  unheard: [],
  batches: [
    { first: 0, count: 1 },
    { first: 1, count: 3 },
  ],
} satisfies SentenceFile

const storeBatches = (terms: GlossaryTerm[] = []) =>
  Promise.all(
    FILE.batches.map((_, batch) =>
      bucket.put(
        workKey(entry.uid, entry.key, `batches/${batch}.json`),
        JSON.stringify(buildBatchFile(FILE, terms, batch)),
      ),
    ),
  )
const stored = (batch: number) => bucket.json(workKey(entry.uid, entry.key, `translations/${batch}.json`))

describe('translating a batch', () => {
  it('stores the Korean of its sentences by their ids', async () => {
    await translateBatch(deps, { ...entry, batch: 1 })
    expect(await stored(1)).toMatchObject({
      s2: { korean: KOREAN.s2 },
      s3: { korean: KOREAN.s3 },
      s4: { korean: KOREAN.s4 },
    })
  })

  it('counts its sentences, those to check and those of the plain translator', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    await translateBatch(deps, { ...entry, batch: 1 })
    expect(info).toHaveBeenCalledWith(
      expect.objectContaining({ counted: 'translation', sentences: 3, flagged: expect.any(Number), steppedIn: 0 }),
    )
  })

  it('gives the translator lower character budgets for a children’s subtitle', async () => {
    const budgets = async () => {
      await translateBatch(deps, { uid: entry.uid, key: entry.key, batch: 1 })
      return main.requests.at(-1)?.budgets.get('s2') ?? 0
    }
    const usual = await budgets()
    entry = await heldEntry(test.tables, entry.uid, { profile: 'children' })
    await storeBatches()
    const fewer = await budgets()
    expect(usual).toBeGreaterThan(0)
    expect(fewer).toBeLessThan(usual)
  })

  it('gives the translator the register, the surrounding sentences and the character budgets', async () => {
    await translateBatch(deps, { ...entry, batch: 1 })
    expect(main.requests[0]).toMatchObject({ register: 'banmal', before: [TALK[0]?.text], after: [] })
    const budgets = main.requests[0]?.budgets
    expect([...(budgets?.keys() ?? [])]).toEqual(['s2', 's3', 's4'])
    for (const budget of budgets?.values() ?? []) expect(budget).toBeGreaterThan(50)
  })

  it('gives the translator the brief, with the operator’s terms taking precedence, and the Korean before it', async () => {
    const brief = {
      subject: 'Bicycles.',
      tone: 'calm',
      speakers: [],
      terms: [
        { english: 'bicycle', korean: '두바퀴', others: [] },
        { english: 'inventor', korean: '만든 이', others: [] },
      ],
      numbers: 'digits',
      units: 'metric',
    }
    await bucket.put(workKey(entry.uid, entry.key, 'brief.json'), JSON.stringify(brief))
    deps = { ...deps, glossary: glossaryOf({ bicycle: '자전거' }) }
    await translateBatch(deps, { ...entry, batch: 0 })
    await translateBatch(deps, { ...entry, batch: 1 })
    const [, second] = main.requests.filter(({ look }) => look === 'first')
    expect(second).toMatchObject({ talk: { subject: 'Bicycles.', units: 'metric' }, translated: [KOREAN.s1] })
    expect([...(second?.glossary ?? [])].map(([english, { korean }]) => [english, korean])).toEqual([
      ['inventor', '만든 이'],
      ['bicycle', '자전거'],
    ])
  })

  it('uses the user’s terms, below the operator’s and above the brief’s', async () => {
    const terms = (...all: [string, string][]) => all.map(([english, korean]) => ({ english, korean, others: [] }))
    const more = { subject: '', tone: '', speakers: [], numbers: 'digits', units: 'metric' }
    const known = { ...more, terms: terms(['inventor', '만든 이'], ['frame', '뼈대'], ['feet', '두 발']) }
    await bucket.put(workKey(entry.uid, entry.key, 'brief.json'), JSON.stringify(known))
    await storeBatches(terms(['Frame', '프레임'], ['inventor', '발명가'], ['bicycle', '두바퀴']))
    deps = { ...deps, glossary: glossaryOf({ bicycle: '자전거' }) }
    await translateBatch(deps, { ...entry, batch: 1 })
    const used = [...(main.requests[0]?.glossary ?? [])].map(([english, term]) => [english, term.korean, term.source])
    expect(used).toEqual([
      ['inventor', '발명가', 'user'],
      ['bicycle', '자전거', 'operator'],
      ['Frame', '프레임', 'user'],
      ['feet', '두 발', 'brief'],
    ])
  })

  it('replaces other forms of the user’s terms by rule', async () => {
    await storeBatches([{ english: 'inventor', korean: '발명 가' }])
    await translateBatch(deps, { ...entry, batch: 1 })
    expect(await stored(1)).toMatchObject({
      s2: { korean: '1817년에 독일 발명 가가 나무틀을 만들었어요.' },
    })
  })

  it('of a short video is translated after the previous one, whose Korean it receives', async () => {
    await translateBatch(deps, { ...entry, batch: [0, 1] })
    expect(main.requests.map(({ translated }) => translated)).toEqual([[], [KOREAN.s1]])
  })

  it('allows both polite levels to a translator that cannot choose between them', async () => {
    const { uid } = await newUser(test.tables)
    entry = await heldEntry(test.tables, uid, { register: 'polite' })
    await storeBatches()
    main = told(false, ({ sentences }) =>
      Object.fromEntries(sentences.map(({ id }) => [id, '자전거는 아주 평범한 기계입니다.'])),
    )
    deps = { ...deps, translators: { main, plain: main, secondLook: false } }
    await translateBatch(deps, { ...entry, batch: 0 })
    expect(await stored(0)).toMatchObject({ s1: { problems: [] } })
  })

  it('reviews lines as the subtitle’s profile cuts them', async () => {
    const { uid } = await newUser(test.tables)
    entry = await heldEntry(test.tables, uid, { register: 'haeyo', profile: 'shorts' })
    await storeBatches()
    main = told(true, () => ({ s1: '자전거는 아주 평범하기 짝이 없는 기계예요.' }))
    deps = { ...deps, translators: { main, plain: main, secondLook: true, breakReview: true } }
    await translateBatch(deps, { ...entry, batch: 0 })
    expect(main.requests[1]).toMatchObject({ look: 'review', lineCharacters: 12 })
    expect(main.requests[1]?.faults.get('s1')?.cut).toBe('자전거는 아주 평범하기 / 짝이 없는 기계예요.')
  })

  it('skips the model for five minutes after it was found unavailable for the video', async () => {
    const now = Date.parse(entry.changed_at ?? entry.video_upload_time) + 1000
    deps = { ...deps, now: () => now }
    await bucket.put(workKey(entry.uid, entry.key, 'model-gone.json'), JSON.stringify({ at: deps.now() - 299_000 }))
    await translateBatch(deps, { ...entry, batch: 1 })
    await bucket.put(workKey(entry.uid, entry.key, 'model-gone.json'), JSON.stringify({ at: deps.now() - 301_000 }))
    await translateBatch(deps, { ...entry, batch: 0 })
    const [first, second] = main.requests
    expect(first?.giveUpAt).toBeLessThanOrEqual(deps.now())
    expect(second?.giveUpAt).toBeGreaterThan(deps.now())
  })

  it('is not translated again when the step runs again', async () => {
    await translateBatch(deps, { ...entry, batch: 1 })
    await translateBatch(deps, { ...entry, batch: 1 })
    expect(main.requests).toHaveLength(1)
  })

  it('is translated again if the stored file is of other sentences', async () => {
    await bucket.put(
      workKey(entry.uid, entry.key, 'translations/1.json'),
      JSON.stringify({ s9: { korean: '옛것', problems: [] } }),
    )
    await translateBatch(deps, { ...entry, batch: 1 })
    expect(await stored(1)).not.toHaveProperty('s9')
  })

  it('is not stored if the translator fails', async () => {
    const failing = {
      learns: false,
      translate: () => Promise.reject(Object.assign(new Error('later'), { name: 'ThrottlingException' })),
    }
    deps = { ...deps, translators: { main: failing, plain: failing, secondLook: false } }
    await expect(translateBatch(deps, { ...entry, batch: 0 })).rejects.toMatchObject({ name: 'ThrottlingException' })
    await expect(stored(0)).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  it('costs nothing for a refunded entry', async () => {
    await refund(test.tables, entry, { failure: 'TIMED_OUT', at: AT })
    await expect(translateBatch(deps, { ...entry, batch: 0 })).rejects.toMatchObject({ name: 'ABORTED' })
    expect(main.requests).toHaveLength(0)
  })
})
