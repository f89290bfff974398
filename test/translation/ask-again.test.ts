import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { buildDraft, buildProject, untouched } from '#subtitle-engine/edit'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import type { Brief } from '../../lambdas/contract/brief.ts'
import { ALLOWANCES, askAllowance, MOST_ASKED_AT_ONCE, MOST_WISH } from '../../lambdas/contract/limits.ts'
import { briefKey, editsKey, projectKey } from '../../lambdas/contract/media-objects.ts'
import { askRequest } from '../../lambdas/contract/project.ts'
import { countAskedAgain, publishSavedVersion } from '../../lambdas/records/archive.ts'
import { changeGlossary } from '../../lambdas/records/glossary.ts'
import { deliver } from '../../lambdas/records/ledger/index.ts'
import { setSuspended } from '../../lambdas/records/users.ts'
import { askAgain } from '../../lambdas/translation/ask-again.ts'
import type { AskDeps } from '../../lambdas/translation/ask-deps.ts'
import { otherVersions } from '../../lambdas/translation/other-versions.ts'
import { createBedrock, type LocalBedrock } from '../../local/ai/converse/index.ts'
import { type ConverseInput, textsOf } from '../../local/ai/converse/wire.ts'
import { setUpBucket } from '../support/bucket.ts'
import { sdkSettings } from '../support/sdk-wire.ts'
import { setUpTables } from '../support/tables.ts'
import { delivery, heldEntry, NOW, newUser } from '../support/users.ts'
import { INJECTIONS } from './injections.ts'
import { glossaryOf, KOREAN, modelOf, noWaiting, TALK } from './talk.ts'

const [tables, bucket] = await Promise.all([setUpTables(), setUpBucket()])
let entry: ArchiveEntry
let service: LocalBedrock
let answer: (input: ConverseInput) => unknown
let deps: AskDeps

const machine = buildDraft(
  TALK.map(sentence => ({ sentence, korean: KOREAN[sentence.id] ?? '', problems: [] })),
  { durationMs: 60_000, register: 'polite' },
)
const BRIEF: Brief = {
  subject: 'the history of the bicycle',
  tone: 'casual',
  speakers: [],
  terms: [{ english: 'inventor', korean: '발명가', others: ['발명자'] }],
  numbers: 'digits',
  units: 'asSpoken',
}

beforeEach(async () => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  entry = await heldEntry(tables.tables, (await newUser(tables.tables)).uid)
  await bucket.put(projectKey(entry.uid, entry.title), JSON.stringify(buildProject(machine)))
  await deliver(tables.tables, entry, delivery(entry))
  answer = () => ({ t1: ['자전거는 흔한 기계예요.', '자전거는 그저 평범한 기계죠.'] })
  service = createBedrock({
    answer: async input => ({
      content: [{ toolUse: { toolUseId: 't', name: 'deliver_alternatives', input: answer(input) } }],
      stopReason: 'tool_use',
      inputTokens: 100,
      outputTokens: 50,
    }),
  })
  deps = {
    tables: tables.tables,
    media: bucket.media,
    model: modelOf(
      new BedrockRuntimeClient({ ...sdkSettings(service), maxAttempts: 1 }),
      noWaiting(2),
      'apac.amazon.nova-pro-v1:0',
    ),
    glossary: glossaryOf({ bicycle: '자전거' }),
    now: () => NOW,
  }
})

const ask = (wish = '', id = 's1', sentences = 1) => askAgain(deps, entry, askRequest.parse({ id, sentences, wish }))
const asked = async () =>
  (await tables.rows('archive')).find(({ uid, key }) => uid === entry.uid && key === entry.key)?.asked_again
const sent = () => service.requests().at(-1)?.input
const material = () => JSON.parse(textsOf(sent()?.messages[0]?.content ?? [])[0] ?? '{}')

describe('requesting other translations of a sentence', () => {
  it('is refused to a suspended user before the model is called', async () => {
    await setSuspended(tables.tables, entry.uid, 'spam')
    await expect(ask()).rejects.toMatchObject({ code: 'SUSPENDED' })
    expect(service.requests()).toEqual([])
  })

  it('returns distinct texts without the current one, and counts the sentence', async () => {
    answer = () => ({
      t1: [
        '자전거는 흔한 기계예요.',
        KOREAN.s1,
        '자전거는 흔한 기계예요.',
        '그저 평범한 기계죠.',
        '넷째예요, 평범한 기계.',
      ],
    })
    expect(await ask('짧게')).toEqual({
      versions: [
        [{ id: 's1', korean: '자전거는 흔한 기계예요.' }],
        [{ id: 's1', korean: '그저 평범한 기계죠.' }],
        [{ id: 's1', korean: '넷째예요, 평범한 기계.' }],
      ],
      left: askAllowance(entry.duration_seconds) - 1,
    })
    expect(await asked()).toBe(1)
  })

  it('sends the model the talk, its terms, the neighbours and the character budgets, but never a time', async () => {
    await bucket.put(briefKey(entry.uid, entry.title), JSON.stringify(BRIEF))
    await changeGlossary(tables.tables, entry.uid, { put: [{ english: 'wooden frame', korean: '나무틀' }], remove: [] })
    answer = () => ({ t1: ['1817년, 독일 발명자가 나무틀을 만들었어요.'] })
    expect((await ask('존댓말로', 's2')).versions).toEqual([
      [{ id: 's2', korean: '1817년, 독일 발명가가 나무틀을 만들었어요.' }],
    ])
    expect(material()).toMatchObject({
      talk: { subject: BRIEF.subject, tone: 'casual' },
      terms: { 'wooden frame': '나무틀', inventor: '발명가' },
      before: [TALK[0]?.text],
      translated: [KOREAN.s1],
      sentences: [{ id: 't1', english: TALK[1]?.text, present: KOREAN.s2, maxCharacters: expect.any(Number) }],
      after: [TALK[2]?.text, TALK[3]?.text],
      wish: '존댓말로',
    })
    expect(JSON.stringify(sent())).not.toMatch(/startMs|10000/)
  })

  it('sends the model what a second model found about the current text', async () => {
    const finding = { kind: 'roles', reason: '누가 밀었는지가 영어와 달라요.', words: '사람들' } as const
    const sentences = machine.sentences.map(each => (each.id === 's3' ? { ...each, finding } : each))
    await bucket.put(projectKey(entry.uid, entry.title), JSON.stringify(buildProject({ ...machine, sentences })))
    answer = () => ({ t1: ['사람들이 발로 밀고 다녔어요.'] })
    await ask('', 's3')
    expect(material().sentences[0].doubt).toEqual(finding)
    await ask('', 's1')
    expect(material().sentences[0]).not.toHaveProperty('doubt')
  })

  it('of a stretch returns whole versions, in which a sentence without another text keeps its own', async () => {
    answer = () => ({
      t1: ['사람들은 발로 밀며 탔어요.', '발로 밀면서 타고 다녔어요.'],
      t2: ['많은 사람이 보고 웃었어요.'],
      t9: ['없는 문장이에요.'],
    })
    const { versions, left } = await ask('', 's3', 2)
    expect(versions.map(version => version.map(({ korean }) => korean))).toEqual([
      ['사람들은 발로 밀며 탔어요.', '많은 사람이 보고 웃었어요.'],
      ['발로 밀면서 타고 다녔어요.', KOREAN.s4],
    ])
    expect(left).toBe(askAllowance(entry.duration_seconds) - 2)
  })

  it('uses the stored text, not the machine’s', async () => {
    const stored = untouched(machine)
    const passages = stored.passages.map(each =>
      each.passage.id === 's1' ? { passage: { ...each.passage, korean: '고친 글이에요.' }, version: 1 } : each,
    )
    await bucket.put(editsKey(entry.uid, entry.title, 'e1-x'), JSON.stringify({ ...stored, version: 1, passages }))
    const certificate = { cues: 4, kept: 4, flags: {}, source: 'recognition', rehearsal: false } as const
    await publishSavedVersion(tables.tables, entry, { version: 1, name: 'e1-x', certificate, first_cues: [] })
    await ask()
    expect(material().sentences[0].present).toBe('고친 글이에요.')
  })

  it.each([
    ['no Korean', { t1: ['The bicycle is ordinary.'] }],
    ['an answer about the task', { t1: ['죄송하지만 저는 이 요청을 도와드릴 수 없습니다.'] }],
    ['markup', { t1: ['<script>alert(1)</script>'] }],
    ['something else entirely', { t1: ['가'.repeat(900)] }],
    ['another shape', 'no object'],
    ['a text instead of a list, empty', { t1: '' }],
  ])('offers nothing where the model gives %s, and the sentence is not counted', async (_, given) => {
    answer = () => given
    expect((await ask()).versions).toEqual([])
    expect(await asked()).toBe(0)
  })

  it('treats a wish as data, whatever it says', async () => {
    const [sentence] = machine.sentences
    if (!deps.model || !sentence) throw new Error('no model')
    const stretch = {
      ...{ draft: machine, sentences: [sentence], talk: undefined, glossary: deps.glossary },
      ...({ register: 'polite', profile: 'standard', giveUpAt: Number.POSITIVE_INFINITY } as const),
    }
    for (const wish of ['짧게', ...INJECTIONS]) await otherVersions(deps.model, { ...stretch, wish })
    const [usual, ...others] = service.requests().map(({ input }) => input)
    expect(others).toHaveLength(INJECTIONS.length)
    for (const [at, { system, toolConfig, messages, ...rest }] of others.entries()) {
      const [said = '{}', order] = textsOf(messages[0]?.content ?? [])
      const [usualSaid = '{}', usualOrder] = textsOf(usual?.messages[0]?.content ?? [])
      expect({ system, toolConfig, ...rest, order }).toEqual({ ...usual, messages: undefined, order: usualOrder })
      expect(JSON.parse(said)).toEqual({ ...JSON.parse(usualSaid), wish: INJECTIONS[at] })
    }
  })
})

describe('the allowance of a video', () => {
  it('is never exceeded, however many requests run at once', async () => {
    const allowance = askAllowance(entry.duration_seconds)
    await countAskedAgain(tables.tables, entry, allowance - 2, allowance)
    const answers = await Promise.allSettled([ask(), ask(), ask(), ask()])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    await expect(ask()).rejects.toMatchObject({ code: 'ASK_SPENT', status: 429 })
    expect(await asked()).toBe(allowance)
  })

  it('does not cover a stretch with more sentences than are left', async () => {
    const allowance = askAllowance(entry.duration_seconds)
    await countAskedAgain(tables.tables, entry, allowance - 1, allowance)
    await expect(ask('', 's1', 2)).rejects.toMatchObject({ code: 'ASK_SPENT' })
    await ask()
    expect(await asked()).toBe(allowance)
  })

  it('is returned only if the model did not respond at all; the hourly limit is not', async () => {
    service.failNext({ type: 'ThrottlingException', message: 'Too many requests', status: 429 }, 2)
    await expect(ask()).rejects.toMatchObject({ code: 'ASK_UNANSWERED', status: 503 })
    expect(await asked()).toBe(0)
    const spent = (await tables.rows('service')).find(({ id }) =>
      String(id).startsWith(`allowance#${ALLOWANCES.askAgain.name}#${entry.uid}`),
    )
    expect(spent).toMatchObject({ uses: 1 })
  })

  it('grows with the length of the video', () => {
    expect([askAllowance(0), askAllowance(61), askAllowance(4 * 60 * 60)]).toEqual([20, 24, 500])
  })
})

describe('a request for other translations', () => {
  it('is refused without a model, for another user’s video, and for a sentence that no longer exists', async () => {
    await expect(
      askAgain({ ...deps, model: undefined }, entry, { id: 's1', sentences: 1, wish: '' }),
    ).rejects.toMatchObject({ code: 'ASK_OFF' })
    const other = (await newUser(tables.tables)).uid
    await expect(
      askAgain(deps, { uid: other, key: entry.key }, { id: 's1', sentences: 1, wish: '' }),
    ).rejects.toMatchObject({ code: 'NO_VIDEO' })
    await expect(ask('', 's99')).rejects.toMatchObject({ code: 'ASK_STALE' })
    expect([service.requests(), await asked()]).toEqual([[], undefined])
  })

  it('has a maximum wish and a maximum length', () => {
    const parse = (fault: object) => askRequest.safeParse({ id: 's1', sentences: 1, wish: '', ...fault }).success
    expect(parse({})).toBe(true)
    for (const fault of [
      { wish: '가'.repeat(MOST_WISH + 1) },
      { sentences: MOST_ASKED_AT_ONCE + 1 },
      { sentences: 0 },
      { id: '../x' },
    ])
      expect(parse(fault)).toBe(false)
    expect(z.int().max(MOST_WISH).parse(MOST_WISH)).toBe(100)
  })
})
