import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { parseSrt } from '#subtitle-engine'
import { type KeyScope, keyScope } from '../../lambdas/contract/api-key.ts'
import { apiErrorBody } from '../../lambdas/contract/errors.ts'
import { EVERY_ROUTE, type EveryRouteName, V1_ROUTES } from '../../lambdas/contract/every-route.ts'
import { type ProofRight, proofRight } from '../../lambdas/contract/proofreading.ts'
import { submissionView, subtitleFormat } from '../../lambdas/contract/routes/v1-routes.ts'
import type { Route, RouteName } from '../../lambdas/contract/routes.ts'
import { createSecret } from '../../lambdas/records/bearers.ts'
import { serviceKey } from '../../lambdas/records/service-rows.ts'
import { update, write } from '../../lambdas/records/transaction.ts'
import { media, sendForm } from '../support/journey.ts'
import { shareStory } from '../support/running.ts'
import { expectBalancedLedger, rowsOf, tablesOf } from '../support/stored-rows.ts'
import { rawCall, type Visitor, visitor } from '../support/visitor.ts'

const story = await shareStory()
let owner: Visitor
let stranger: Visitor
let all: string
/** The owner’s finished video. */
let id: string

const newKey = async ({ api }: Visitor, scopes: readonly KeyScope[], more = {}) =>
  (await api('createKey', { body: { name: '스크립트', scopes, ...more } })).secret
const newLink = async (right: ProofRight) => {
  const body = { name: '민지', right, days: 7, opens: 10 }
  return (await owner.api('createProofLink', { parameters: { key: id }, body })).secret
}
type Parts = Parameters<typeof rawCall>[2]
const call = (secret: string, name: EveryRouteName, parts: Parts = {}, headers = {}) =>
  rawCall(story.cloud.siteUrl, name, parts, { authorization: `Bearer ${secret}`, ...headers })

const SRT = '1\n00:00:01,000 --> 00:00:04,000\nWelcome to Jamak.\n'
const subtitle = { type: 'subtitle', filename: 'talk.srt', text: SRT }
const submitted = z.object({ submission: submissionView, post: z.any().optional() })
const submit = async (secret: string, body: object, headers = {}) =>
  submitted.parse((await call(secret, 'v1Submit', { body }, headers)).body)

/** The submission once it is done or failed. */
const finished = (secret: string, id: string) =>
  vi.waitFor(
    async () => {
      const { body } = await call(secret, 'v1Read', { parameters: { id } })
      const submission = submissionView.parse(body)
      expect(['done', 'failed']).toContain(submission.status)
      return submission
    },
    { timeout: 240_000, interval: 300 },
  )

beforeAll(async () => {
  ;[owner, stranger] = await Promise.all([visitor(story.cloud, 'program'), visitor(story.cloud, 'stranger-to-program')])
  all = await newKey(owner, keyScope.options)
})

describe('a program with a key', () => {
  it('quotes, submits a video with a ceiling, waits and downloads', async () => {
    const video = await media('../../../local/sample/hello.mp4')
    const quoted = await call(all, 'v1Quote', { body: { type: 'video', durationSeconds: 20 } })
    expect(quoted).toMatchObject({ status: 200, body: { tokens: 3, balance: 200, isCovered: true } })
    const script = await call(all, 'v1StoreScript', { body: { text: 'Hello, and welcome to Jamak.' } })
    const options = {
      maxTokens: 10,
      ...z
        .object({ id: z.string() })
        .transform(({ id }) => ({ script: id }))
        .parse(script.body),
    }
    const body = { type: 'video', filename: 'hello.mp4', size: video.length, durationSeconds: 20, ...options }
    const { submission, post } = await submit(all, body)
    expect(submission).toMatchObject({ status: 'uploading', tokens: 3, maxTokens: 10 })
    await sendForm(post, video)
    id = submission.id
    expect(await finished(all, id)).toMatchObject({ status: 'done', name: 'hello.mp4' })
    const srt = await call(all, 'v1Subtitle', { parameters: { id } })
    expect(srt.headers.get('content-disposition')).toContain("''hello.srt")
    expect(parseSrt(String(srt.body)).length).toBeGreaterThan(2)
  })

  it('gets the finished subtitle in every format, and its certificate', async () => {
    for (const format of subtitleFormat.options) {
      const file = await call(all, 'v1Subtitle', { parameters: { id }, query: { format } })
      expect([format, file.status, JSON.stringify(file.body).length > 100]).toEqual([format, 200, true])
    }
    const { body } = await call(all, 'v1Certificate', { parameters: { id } })
    expect(body).toMatchObject({ kept: expect.any(Number) })
  })

  it('is charged once for a request that it repeats, and refused if the request differs', async () => {
    const before = (await owner.api('me')).token
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(all, subtitle, headers)))
    expect(new Set(answers.map(({ submission }) => submission.id)).size).toBe(1)
    expect((await owner.api('me')).token).toBe(before - 1)
    const other = await call(all, 'v1Submit', { body: { ...subtitle, maxTokens: 5 } }, headers)
    expect(other).toMatchObject({ status: 409, body: { code: 'KEY_REUSED' } })
    await finished(all, answers[0]?.submission.id ?? '')
  })

  it('is refused before anything is held if the video exceeds the ceiling or the monthly limit', async () => {
    const before = (await owner.api('me')).token
    const over = await call(all, 'v1Submit', { body: { ...subtitle, maxTokens: 0 } })
    expect(over).toMatchObject({ status: 402, body: { code: 'OVER_CEILING' } })
    const small = await newKey(owner, ['submit'], { monthlyTokens: 0 })
    const spent = await call(small, 'v1Submit', { body: subtitle })
    expect(spent).toMatchObject({ status: 429, body: { code: 'KEY_LIMIT', retryAfter: expect.any(Number) } })
    expect(Number(spent.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await owner.api('me')).token).toBe(before)
  })

  it('gets a refund if the measured length costs more than the ceiling', async () => {
    const before = (await owner.api('me')).token
    const video = await media('../../../local/sample/hello.mp4')
    const body = { type: 'video', filename: 'a.mp4', size: video.length, durationSeconds: 6, maxTokens: 1 }
    const { submission, post } = await submit(all, body)
    await sendForm(post, video)
    expect(await finished(all, submission.id)).toMatchObject({ failure: { code: 'OVER_CEILING' }, tokens: 0 })
    expect((await owner.api('me')).token).toBe(before)
    await expectBalancedLedger(story.cloud)
  })

  it('lists its owner’s submissions page by page, and deletes one', async () => {
    const ids: string[] = []
    let cursor: string | undefined
    const page = z.object({ submissions: z.array(submissionView), cursor: z.string().optional() })
    do {
      const query = { limit: '1', ...(cursor !== undefined && { cursor }) }
      const { submissions, cursor: next } = page.parse((await call(all, 'v1List', { query })).body)
      ids.push(...submissions.map(each => each.id))
      cursor = next
    } while (cursor !== undefined)
    expect(ids).toEqual([...new Set(ids)].sort().reverse())
    expect(ids).toContain(id)
    const gone = ids[0] ?? ''
    expect(await call(all, 'v1Delete', { parameters: { id: gone } })).toMatchObject({ status: 200 })
    expect(await call(all, 'v1Read', { parameters: { id: gone } })).toMatchObject({ status: 404 })
  })

  it('cannot reach anything that belongs to another user', async () => {
    const foreign = await newKey(stranger, keyScope.options)
    for (const [name, route] of Object.entries<Route>(V1_ROUTES)) {
      if (!route.path.includes('{id}') || !isRoute(name)) continue
      const answer = await call(foreign, name, { parameters: { id }, body: BODIES[name] })
      expect([name, answer]).toMatchObject([name, { status: 404, body: { code: 'NO_VIDEO' } }])
    }
    const listed = await call(foreign, 'v1List')
    expect(listed.body).toEqual({ submissions: [] })
    expect(await call(all, 'v1Read', { parameters: { id } })).toMatchObject({ status: 200 })
  })
})

const isRoute = (name: string): name is EveryRouteName => Object.hasOwn(EVERY_ROUTE, name)
/** Bodies that pass a route's schema and have no lasting effect. */
const BODIES: Partial<Record<EveryRouteName, unknown>> = {
  saveProof: { base: 0, put: [], remove: [], change: { id: 'c1', kind: 'text' } },
  addProofComment: { sentence: 's1', word: 0, text: '의견' },
  v1Quote: { type: 'video', durationSeconds: 5 },
  v1Submit: { ...subtitle, maxTokens: 0 },
  v1StoreScript: { text: 'Welcome to Jamak.' },
  v1SignParts: { uploadId: 'a', parts: [1] },
  v1CompleteUpload: { uploadId: 'a' },
  v1Cancel: { costs: 0 },
}

describe('every route, tried with every scope', () => {
  it('accepts exactly the keys with its scope and the links with its right; routes of the page accept neither', async () => {
    const counts = { admitted: 0, outOfScope: 0, page: 0, other: 0 }
    const bearers: { access: 'key' | 'link'; scopes: readonly string[]; secret: string }[] = []
    for (const scope of keyScope.options)
      bearers.push({ access: 'key', scopes: [scope], secret: await newKey(owner, [scope]) })
    for (const right of proofRight.options)
      bearers.push({ access: 'link', scopes: right === 'edit' ? ['edit'] : [], secret: await newLink(right) })
    const refusals = {
      key: [401, 'KEY_INVALID', 403, 'KEY_SCOPE'],
      link: [404, 'LINK_INVALID', 403, 'LINK_COMMENTS_ONLY'],
    }
    for (const { access, scopes, secret } of bearers)
      for (const [name, route] of Object.entries<Route>(EVERY_ROUTE)) {
        if (!isRoute(name) || route.access === 'public') continue
        const parameters = { id: '20260101000000', key: '20260101000000', orderId: 'a', group: randomUUID() }
        const { status, body } = await call(secret, name, { parameters, body: BODIES[name] })
        if (route.access === 'user') {
          expect([name, status]).toEqual([name, 401])
          counts.page += 1
          continue
        }
        const [unknown, unknownCode, foreign, foreignCode] = refusals[route.access]
        if (route.access !== access) {
          expect([name, status, apiErrorBody.parse(body).code]).toEqual([name, unknown, unknownCode])
          counts.other += 1
        } else if (route.scope === undefined || scopes.includes(route.scope)) {
          expect([name, status]).not.toEqual([
            name,
            expect.toSatisfy((code: number) => [401, 403].includes(code) || code >= 500),
          ])
          counts.admitted += 1
        } else {
          expect([name, status, apiErrorBody.parse(body).code]).toEqual([name, foreign, foreignCode])
          counts.outOfScope += 1
        }
      }
    const routes = Object.values<Route>(EVERY_ROUTE)
    const of = (access: Route['access']) => routes.filter(route => route.access === access)
    const free = (access: Route['access']) => of(access).filter(({ scope }) => scope === undefined).length
    const scoped = (access: Route['access']) => of(access).length - free(access)
    expect(counts).toEqual({
      page: 5 * of('user').length,
      other: 3 * of('link').length + 2 * of('key').length,
      admitted: 3 * free('key') + scoped('key') + 2 * free('link') + scoped('link'),
      outOfScope: 2 * scoped('key') + scoped('link'),
    })
    expect((await owner.api('listKeys')).keys).toHaveLength(5)
  })

  it.each<[string, () => Promise<string>]>([
    ['nobody’s', async () => createSecret()],
    ['an altered', async () => all.replace(/.$/, last => (last === '0' ? '1' : '0'))],
    ['an empty', async () => ''],
    ['the session’s', async () => owner.accessToken],
    [
      'a revoked',
      async () => {
        const secret = await newKey(stranger, keyScope.options)
        const { keys } = await stranger.api('listKeys')
        await stranger.api('revokeKey', { parameters: { id: keys.at(-1)?.id ?? '' } })
        return secret
      },
    ],
    [
      'an expired',
      async () => {
        const secret = await newKey(stranger, keyScope.options, { days: 1 })
        const { keys } = await stranger.api('listKeys')
        const tables = tablesOf(story.cloud)
        const change = { set: { expires_at: Math.floor(Date.now() / 1000) } }
        await write(tables, update(tables.service, serviceKey.apiKey(keys.at(-1)?.id ?? ''), change))
        return secret
      },
    ],
  ])('refuses %s key', async (_whose, secretOf) => {
    const secret = await secretOf()
    for (const [name, { access }] of Object.entries<Route>(V1_ROUTES)) {
      if (access !== 'key' || !isRoute(name)) continue
      const { status, body, headers } = await call(secret, name, { parameters: { id: '20260101000000' } })
      expect([name, status, apiErrorBody.parse(body).code]).toEqual([name, 401, 'KEY_INVALID'])
      expect(headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  it('writes each use of a key to the activity log, and never the key itself', async () => {
    const logged = (await rowsOf(story.cloud, 'Logs')).filter(({ action }) => action === 'key_use')
    expect(logged.length).toBeGreaterThan(50)
    for (const table of ['Users', 'Service', 'Archive', 'Ledger', 'Logs'] as const)
      expect(JSON.stringify(await rowsOf(story.cloud, table))).not.toContain(all.slice(6))
  })

  it('of the page works only on the user’s own keys', async () => {
    const { keys } = await owner.api('listKeys')
    const answer = await stranger.call('revokeKey' satisfies RouteName, { parameters: { id: keys[0]?.id ?? '' } })
    expect(answer).toMatchObject({ status: 404, body: { code: 'NO_KEY' } })
    expect((await owner.api('listKeys')).keys).toEqual(keys)
  })
})
