import { randomUUID } from 'node:crypto'
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { AwsResponse } from '#local-aws/aws/service.ts'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { batchFile, buildBatchFile } from '../../lambdas/contract/batch.ts'
import { type SentenceFile, scriptKey, sentenceFile, workKey } from '../../lambdas/contract/media-objects.ts'
import { takeTurn } from '../../lambdas/records/turns.ts'
import { EMPTY_BRIEF } from '../../lambdas/translation/brief.ts'
import { type BriefDeps, buildBrief, writeBrief } from '../../lambdas/translation/write-brief.ts'
import { setUpBucket } from '../support/bucket.ts'
import { sdkSettings } from '../support/sdk-wire.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, heldEntry, newUser } from '../support/users.ts'
import { modelOf, noWaiting, sentenceOf } from './talk.ts'

const SENTENCES = ['Karl Drais was born in Karlsruhe.', 'He built the first bicycle.'].map((text, i) =>
  sentenceOf(`s${i + 1}`, text, i * 10_000),
)
const BRIEF = {
  subject: 'The inventor of the bicycle.',
  tone: 'a calm talk',
  speakers: [],
  terms: [{ english: 'Karl Drais', korean: '카를 드라이스', others: ['칼 드라이스'] }],
  keepEnglish: [],
  numbers: 'digits',
  units: 'asSpoken',
}
const sentBody = z.object({
  system: z.array(z.object({ text: z.string() })),
  messages: z.tuple([z.object({ content: z.array(z.object({ text: z.string() })) })]),
})

const [test, bucket] = await Promise.all([setUpTables(), setUpBucket()])
let entry: ArchiveEntry
let deps: BriefDeps
let sent: z.infer<typeof sentBody>[]
let due: AwsResponse[]

const answer = (input: unknown, stopReason = 'tool_use'): AwsResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    output: {
      message: { role: 'assistant', content: [{ toolUse: { toolUseId: 't1', name: 'deliver_brief', input } }] },
    },
    stopReason,
    usage: { inputTokens: 900, outputTokens: 80, totalTokens: 980 },
    metrics: { latencyMs: 10 },
  }),
})
const refused = (type: string, status: number): AwsResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
  body: JSON.stringify({ message: 'no' }),
})
const client = new BedrockRuntimeClient(
  sdkSettings({
    accessOf: () => [],
    async handle({ body }) {
      sent.push(sentBody.parse(JSON.parse(body.toString())))
      return due.shift() ?? answer(BRIEF)
    },
  }),
)

beforeEach(async () => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  sent = []
  due = []
  const { uid } = await newUser(test.tables)
  entry = await heldEntry(test.tables, uid)
  deps = { now: () => 0, tables: test.tables, media: bucket.media, model: modelOf(client, noWaiting(2)) }
  await store(SENTENCES)
})

const store = (sentences: SentenceFile['sentences']) =>
  bucket.put(
    workKey(entry.uid, entry.key, 'sentences.json'),
    JSON.stringify({
      source: 'recognition',
      rehearsal: false,
      sentences,
      sounds: [],
      unheard: [],
      batches: [{ first: 0, count: 2 }],
    } satisfies SentenceFile),
  )
const stored = () => bucket.json(workKey(entry.uid, entry.key, 'brief.json'))
const material = (at = 0) => JSON.parse(sent[at]?.messages[0].content[0]?.text ?? '')

describe('the step that writes the brief', () => {
  it('has the model read the title and the whole transcript, and stores its brief', async () => {
    await writeBrief(deps, entry)
    expect(material()).toMatchObject({
      part: 1,
      parts: 1,
      transcript: SENTENCES.map(({ id, text }) => `${id}: ${text}`),
    })
    expect(material().title).not.toMatch(/^\d{14}_/)
    expect(await stored()).toMatchObject({ subject: BRIEF.subject, terms: BRIEF.terms })
  })

  it('passes the user’s notes to the model as material', async () => {
    const { uid } = entry
    await bucket.put(scriptKey(uid, 'a'.repeat(22)), JSON.stringify({ text: '', notes: 'Slide 1: Draisine' }))
    entry = await heldEntry(test.tables, uid, { script: 'a'.repeat(22) })
    await store(SENTENCES)
    await writeBrief(deps, entry)
    expect(material()).toMatchObject({ notes: 'Slide 1: Draisine' })
    expect(JSON.stringify(sent[0]?.system)).not.toContain('Draisine')
  })

  it('keeps spoken and written text out of the instructions', async () => {
    await writeBrief(deps, entry)
    expect(JSON.stringify(sent[0]?.system)).not.toContain('Drais')
  })

  it('joins sentences at a wrong full stop, in the talk and in its batches', async () => {
    const spoken = [sentenceOf('s1', 'Karl Drais was born in.'), sentenceOf('s2', 'Karlsruhe in 1785.', 5000)]
    const file = { sentences: spoken, batches: [{ first: 0, count: 2 }] }
    await store(spoken)
    await bucket.put(workKey(entry.uid, entry.key, 'batches/0.json'), JSON.stringify(buildBatchFile(file, [], 0)))
    due = [answer({ ...BRIEF, joins: ['s1'] })]
    await writeBrief(deps, entry)
    const joined = sentenceFile.parse(await bucket.json(workKey(entry.uid, entry.key, 'sentences.json'))).sentences
    const batch = batchFile.parse(await bucket.json(workKey(entry.uid, entry.key, 'batches/0.json'))).sentences
    expect(joined.map(({ text }) => text)).toEqual(['Karl Drais was born in Karlsruhe in 1785.'])
    expect(batch).toEqual(joined)
  })

  it('marks the words that may be misheard', async () => {
    const [first, ...others] = SENTENCES
    if (!first) throw new Error('no sentence')
    const words = first.words.map((word, i) => (i === 0 ? { ...word, confidence: 0.3 } : word))
    await store([{ ...first, words }, ...others])
    await writeBrief(deps, entry)
    expect(material().transcript[0]).toMatch(/^s1: \[\?\w+\] /)
  })

  it('does not call the model again when the step runs again', async () => {
    await writeBrief(deps, entry)
    await writeBrief(deps, entry)
    expect(sent).toHaveLength(1)
  })

  it('continues the brief of the first member of a series', async () => {
    const group = { id: randomUUID(), size: 2, series: true }
    const [first, second] = [
      await heldEntry(test.tables, entry.uid, { type: 'youtube', group }),
      await heldEntry(test.tables, entry.uid, { type: 'youtube', group }),
    ]
    await takeTurn(test.tables, first, AT)
    const term = { english: 'Karl Drais', korean: '카를 드라이스', others: [] }
    const known = { ...EMPTY_BRIEF, terms: [term], register: 'hapnida' }
    await bucket.put(workKey(first.uid, first.key, 'brief.json'), JSON.stringify(known))
    entry = second
    await store(SENTENCES)
    due = [answer({ ...BRIEF, terms: [], register: 'haeyo' })]
    await writeBrief(deps, second)
    expect(material().knownTerms).toEqual({ 'Karl Drais': '카를 드라이스' })
    expect(await stored()).toMatchObject({ terms: [term], register: 'hapnida', subject: BRIEF.subject })
  })

  it('does nothing if no model is configured', async () => {
    await writeBrief({ ...deps, model: undefined }, entry)
    await expect(stored()).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  it.each([
    ['refuses', () => [refused('AccessDeniedException', 403)]],
    ['is throttled for long', () => [refused('ThrottlingException', 429), refused('ThrottlingException', 429)]],
    ['rejects every request', () => Array.from({ length: 3 }, () => refused('ValidationException', 400))],
    ['answers in another shape', () => Array.from({ length: 3 }, () => answer('prose'))],
    ['answers with nothing', () => Array.from({ length: 3 }, () => answer(undefined, 'guardrail_intervened'))],
  ])('ends well without a brief where the model %s', async (_, answers) => {
    due = answers()
    await expect(writeBrief(deps, entry)).resolves.toBeUndefined()
    await expect(stored()).rejects.toMatchObject({ name: 'NoSuchKey' })
  })
})

describe('a long transcript', () => {
  const long = Array.from({ length: 3000 }, (_, i) =>
    sentenceOf(`s${i}`, `Speaker Name${i % 90} tells a story of about seventy characters, number ${i}.`, i * 5000),
  )

  it('is read in parts, and each request contains the terms of the earlier parts', async () => {
    due = [answer({ ...BRIEF, terms: [{ english: 'Name1', korean: '이름일' }] })]
    const found = await buildBrief(modelOf(client), 'talk', long, Number.POSITIVE_INFINITY)
    expect(sent.length).toBeGreaterThan(2)
    for (const [at] of sent.entries()) {
      expect(JSON.stringify(material(at).transcript).length).toBeLessThan(70_000)
      expect(material(at)).toMatchObject({ part: at + 1, parts: sent.length })
    }
    expect(material(1).knownTerms).toEqual({ Name1: '이름일' })
    expect(found?.terms).toEqual([{ english: 'Name1', korean: '이름일', others: [] }])
    expect(sent.flatMap((_, at) => material(at).transcript)).toEqual(long.map(({ id, text }) => `${id}: ${text}`))
  })

  it('is read in halves if the response for a part is unusable, and keeps what was read before the model became unavailable', async () => {
    due = [answer(undefined, 'max_tokens'), answer(BRIEF), refused('AccessDeniedException', 403)]
    const found = await buildBrief(modelOf(client), 'talk', long, Number.POSITIVE_INFINITY)
    expect(sent).toHaveLength(3)
    expect(material(1).transcript.length).toBeCloseTo(material(0).transcript.length / 2, -1)
    expect(found?.subject).toBe(BRIEF.subject)
  })
})
