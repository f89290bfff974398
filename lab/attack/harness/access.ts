import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type * as z from 'zod'
import { ROUTES, type Route, type RouteName } from '../../../lambdas/contract/routes.ts'
import { readGroup } from '../../../lambdas/records/groups.ts'
import { listSeries } from '../../../lambdas/records/series.ts'
import { setSuspended } from '../../../lambdas/records/users.ts'
import { tablesOf } from '../../../test/support/stored-rows.ts'
import { rawCall, type Visitor, visitor } from '../../../test/support/visitor.ts'
import { holdingsOf } from './promises.ts'
import type { AttackedService } from './service.ts'

/** A kind of caller and the statuses that the service must return to it. */
interface Caller {
  name: string
  authorization: string | undefined
  /** Correct statuses on a protected route. For a stranger they depend on the route. */
  allowed: readonly number[]
}

/** One request and its response. `isWrong` marks a status that this caller must not get. */
export interface Tried {
  route: RouteName
  caller: string
  status: number
  isWrong: boolean
}

const REFUSED = [401, 403]
const HOUR = 3600

/** Calls every route as every kind of caller, with parameters that name the owner's data. */
export async function tryAccess(service: AttackedService): Promise<Tried[]> {
  const { cloud } = service
  const [owner, stranger, gone, suspended] = await Promise.all(
    ['owner', 'stranger', 'gone', 'suspended'].map(name => visitor(cloud, `access-${name}`)),
  )
  if (!owner || !stranger || !gone || !suspended) throw new Error('nobody came')
  const group = randomUUID()
  const key = await belongings(service, owner, group)
  await gone.api('leave')
  await setSuspended(tablesOf(cloud), suspended.uid, 'attack')
  const { orderId } = await owner.api('createPayment', { body: { package: 'tokens-20' } })
  const before = JSON.stringify(await stateOf(service, owner, group))
  const tried: Tried[] = []
  for (const [name, route] of Object.entries(ROUTES)) {
    if (!isRoute(name)) continue
    const parameters = { key, orderId, group, id: name.endsWith('Series') ? group : 'jamak-hello' }
    const parts = { parameters, body: bodyOf(name, key, orderId) }
    for (const { name: caller, authorization, allowed } of callers({ stranger, gone, suspended }, name)) {
      const { status } = await rawCall(cloud.siteUrl, name, parts, authorization === undefined ? {} : { authorization })
      const { access }: Route = route
      // Without a link, the caller gets the same response as with a link that does not exist.
      const isRight = access === 'public' ? status < 500 : (access === 'link' ? [404] : allowed).includes(status)
      tried.push({ route: name, caller, status, isWrong: !isRight })
    }
    if (!route.path.includes('{key}') && !route.path.includes('{orderId}')) continue
    const { status } = await stranger.call(name, parts)
    tried.push({ route: name, caller: 'stranger', status, isWrong: status !== 404 })
  }
  const after = JSON.stringify(await stateOf(service, owner, group))
  if (after !== before)
    tried.push({ route: 'me', caller: 'owner, whose things were changed', status: 0, isWrong: true })
  return tried
}

const isRoute = (name: string): name is RouteName => Object.hasOwn(ROUTES, name)

/** Submits the owner's video, the first of a series of two, and returns its key. */
async function belongings({ videos }: AttackedService, { api }: Visitor, id: string): Promise<string> {
  const group = { id, size: 2, series: true }
  const body = { filename: 'own.mp4', size: videos.hello.length, type: 'video/mp4', durationSeconds: 20, group }
  return (await api('submitVideo', { body })).entry.key
}

/** The owner's rows, read from the tables, because the page's view of them also changes with time. */
async function stateOf({ cloud }: AttackedService, { uid }: Visitor, group: string): Promise<unknown> {
  const tables = tablesOf(cloud)
  const { users, movements, entries, orders } = await holdingsOf(tables, [])
  const rows = [users, movements, entries, orders].map(rows => rows.filter(row => row.uid === uid))
  return [...rows, await readGroup(tables, uid, group), await listSeries(tables, uid)]
}

type WithBody = { [Name in RouteName]: (typeof ROUTES)[Name] extends { body: z.ZodType } ? Name : never }[RouteName]

/** Request bodies that are valid except for who sends them. The type leaves out no route that takes a body. */
const bodiesOf = (key: string, orderId: string): Record<WithBody, unknown> => ({
  closeGroup: { size: 0 },
  storeScript: { text: 'Hello.' },
  signParts: { uploadId: 'a', parts: [1] },
  completeUpload: { uploadId: 'a' },
  cancelEntry: { costs: 0 },
  saveEdits: { base: 0, put: [], remove: [] },
  storePicture: { jpeg: '/9j/' },
  storePeaks: { peaks: 'AAAA' },
  askAgain: { id: 's1', sentences: 1 },
  renameEntry: { name: 'other.mp4' },
  correctTerm: { english: 'Anna', korean: '애나' },
  createProofLink: { name: '민지', right: 'edit', days: 7, opens: 10 },
  addComment: { sentence: 's1', word: 0, text: '?' },
  saveProof: { base: 0, put: [], remove: [], change: { id: 'c1', kind: 'text' } },
  addProofComment: { sentence: 's1', word: 0, text: '?' },
  closeReview: { done: true },
  changeSeries: { name: 'other', register: 'polite', profile: 'standard' },
  changeGlossary: { put: [{ english: 'Anna', korean: '애나' }], remove: [] },
  inquire: { text: '?', key },
  confirmPayment: { orderId, amount: 1000, paymentKey: 'payment-1' },
  failPayment: { orderId, code: 'PAY_PROCESS_CANCELED' },
  paymentWebhook: { eventType: 'PAYMENT_STATUS_CHANGED', data: { orderId } },
  createPayment: { package: 'tokens-20' },
  requestTaxDocument: { kind: 'cash_receipt', number: '1234567891' },
  createKey: { name: 'script', scopes: ['submit'] },
  requestEmailCode: { email: 'a@example.com' },
  confirmEmailCode: { email: 'a@example.com', code: '123456' },
  submitVideo: { filename: 'a.mp4', size: 1000, type: 'video/mp4', durationSeconds: 60 },
  submitSubtitle: { filename: 'a.srt', text: '1\n00:00:01,000 --> 00:00:04,000\nAnd then we left.\n' },
  submitYoutube: { url: 'https://youtu.be/jamak-hello' },
})

/** A valid body for a route, if it takes one. */
export function bodyOf(route: RouteName, key: string, orderId: string): unknown {
  const bodies: Partial<Record<RouteName, unknown>> = bodiesOf(key, orderId)
  return bodies[route]
}

/** Routes that only change, cost or publish something; a suspended user must not reach their work. */
const SPENDING: readonly RouteName[] = [
  ...([
    'changeGlossary',
    'createKey',
    'sendWebhookAgain',
    'quoteYoutube',
    'submitVideo',
    'submitYoutube',
    'saveEdits',
  ] as const),
  ...([
    'askAgain',
    'writeYoutubeText',
    'correctTerm',
    'createProofLink',
    'addComment',
    'closeComment',
    'storePicture',
    'storePeaks',
    'createPayment',
    'confirmPayment',
  ] as const),
]
/** Routes that return a user's rows; nothing of a user who left may come back. */
const OWN_ROWS: readonly RouteName[] = ['me', 'movements', 'readGlossary', 'readEntry', 'readProject', 'previewCues']

function callers(
  { stranger, gone, suspended }: { stranger: Visitor; gone: Visitor; suspended: Visitor },
  route: RouteName,
): Caller[] {
  const { accessToken, idToken } = stranger
  const bad = (name: string, token: string): Caller => ({ name, authorization: `Bearer ${token}`, allowed: REFUSED })
  return [
    { name: 'nobody', authorization: undefined, allowed: REFUSED },
    bad('garbage', 'a.b.c'),
    bad('ID token', idToken),
    bad('expired token', altered(accessToken, { exp: Math.floor(Date.now() / 1000) - HOUR })),
    bad('token of somebody else’s making', resigned(accessToken)),
    bad('unsigned token', unsigned(accessToken)),
    bad('token signed with the public key', symmetric(accessToken)),
    bad('token for another client', altered(accessToken, { client_id: 'other' })),
    bad('token without an end', altered(accessToken, { exp: undefined })),
    {
      name: 'person who left',
      authorization: `Bearer ${gone.accessToken}`,
      // Leaving and signing out twice change nothing, and a YouTube link's figures belong to nobody.
      allowed: OWN_ROWS.includes(route) ? [400, 401, 403, 404] : [200, 400, 401, 403, 404],
    },
    {
      name: 'suspended user',
      authorization: `Bearer ${suspended.accessToken}`,
      allowed: SPENDING.includes(route) ? [400, 403, 404] : [200, 400, 403, 404, 409],
    },
  ]
}

type Claims = Record<string, unknown>
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
function parts(token: string): { head: Claims; claims: Claims; signature: string } {
  const [head = '', claims = '', signature = ''] = token.split('.')
  const decode = (text: string): Claims => JSON.parse(Buffer.from(text, 'base64url').toString())
  return { head: decode(head), claims: decode(claims), signature }
}

function altered(token: string, change: Claims): string {
  const { head, claims, signature } = parts(token)
  return `${encode(head)}.${encode({ ...claims, ...change })}.${signature}`
}

function unsigned(token: string): string {
  const { claims } = parts(token)
  return `${encode({ alg: 'none' })}.${encode(claims)}.`
}

/** Signs with a key that the pool does not have, under the id of one that it has. */
function resigned(token: string): string {
  const { head, claims } = parts(token)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const text = `${encode(head)}.${encode(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}

/** Uses the public key as a shared secret (algorithm confusion). */
function symmetric(token: string): string {
  const { head, claims } = parts(token)
  const text = `${encode({ ...head, alg: 'HS256' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', 'public').update(text).digest('base64url')}`
}
