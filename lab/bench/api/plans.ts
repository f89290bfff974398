import { randomUUID } from 'node:crypto'
import type { CallParts } from '../../../bin/demo/api-client.ts'
import type { FunctionName } from '../../../lambdas/contract/functions.ts'
import { ROUTES, type Route, type RouteName } from '../../../lambdas/contract/routes.ts'
import type { Shot } from './load.ts'
import type { BenchPerson } from './people.ts'

/** Builds a user's n-th call of a route. */
type Call = (person: BenchPerson, n: number) => CallParts

/** How the bench calls a route. */
export interface Plan {
  name: RouteName
  lambda: FunctionName
  /** Each call changes data, so none is sent twice. */
  isOnce: boolean
  call: Call
}

const VIDEO = { filename: 'talk.mp4', size: 1000, type: 'video/mp4', durationSeconds: 60 }
const SUBTITLE = '1\n00:00:01,000 --> 00:00:04,000\nWelcome to Jamak.\n'
const YOUTUBE = 'jamak-hello'
const NO_KEY = '0'.repeat(64)

const own: Call = ({ key }) => ({ parameters: { key } })
const reads: Partial<Record<RouteName, Call>> = {
  listArchive: () => ({}),
  readEntry: own,
  downloadSubtitle: own,
  previewCues: own,
  readProject: own,
  videoLink: own,
  readYoutubeText: own,
  listPayments: () => ({}),
  readPayment: ({ orderId }) => ({ parameters: { orderId } }),
  quoteYoutube: () => ({ parameters: { id: YOUTUBE } }),
  priceYoutube: () => ({ parameters: { id: YOUTUBE } }),
  me: () => ({}),
  openSession: () => ({}),
  movements: () => ({}),
  readGlossary: () => ({}),
  listKeys: () => ({}),
  // No key has this id.
  listDeliveries: () => ({ parameters: { id: NO_KEY } }),
}
const writes: Partial<Record<RouteName, Call>> = {
  renameEntry: ({ key }, n) => ({ parameters: { key }, body: { name: `talk ${n}` } }),
  storePicture: ({ key }) => ({ parameters: { key }, body: { jpeg: '/9j/' } }),
  storePeaks: ({ key }) => ({ parameters: { key }, body: { peaks: 'AAAA' } }),
  // Each call edits another sentence. Once all are edited, the response is a conflict with the user's first edit.
  saveEdits: ({ key, sentences }, n) => {
    const put = sentences.slice(n % sentences.length).slice(0, 1)
    const changed = put.map(sentence => ({ ...sentence, korean: `${n}번째 문장이에요.`, breaks: [] }))
    return { parameters: { key }, body: { base: 0, put: changed, remove: [] } }
  },
  closeReview: ({ key }, n) => ({ parameters: { key }, body: { done: n % 2 === 0 } }),
  correctTerm: ({ key }) => ({ parameters: { key }, body: { english: 'Jamak', korean: '자막' } }),
  deleteEntry: ({ spare }, n) => ({ parameters: { key: spare[n] ?? '' } }),
  askAgain: ({ key }) => ({ parameters: { key }, body: { id: 's1', sentences: 1 } }),
  writeYoutubeText: own,
  createPayment: () => ({ body: { package: 'tokens-20' } }),
  confirmPayment: ({ orderId }) => ({ body: { paymentKey: 'none', orderId, amount: 1 } }),
  failPayment: ({ orderId }) => ({ body: { orderId, code: 'PAY_PROCESS_CANCELED' } }),
  paymentWebhook: () => ({ body: {} }),
  submitVideo: () => ({ body: VIDEO }),
  storeScript: (_, n) => ({ body: { text: `Sentence ${n} of a script.` } }),
  submitSubtitle: () => ({ body: { filename: 'talk.srt', text: SUBTITLE } }),
  closeGroup: () => ({ parameters: { group: randomUUID() }, body: { size: 1 } }),
  submitYoutube: () => ({ body: { url: `https://youtu.be/${YOUTUBE}` } }),
  retryEntry: own,
  signParts: ({ uploadKey, uploadId }) => ({ parameters: { key: uploadKey }, body: { uploadId, parts: [1, 2, 3] } }),
  completeUpload: ({ uploadKey, uploadId }) => ({ parameters: { key: uploadKey }, body: { uploadId } }),
  reportHeartbeat: ({ uploadKey }) => ({ parameters: { key: uploadKey } }),
  cancelEntry: () => ({}),
  changeGlossary: (_, n) => ({ body: { put: [{ english: `term ${n}`, korean: '용어' }] } }),
  createKey: (_, n) => ({ body: { name: `key ${n}`, scopes: ['read'] } }),
  // No key has this id, so the response is an error.
  revokeKey: () => ({ parameters: { id: NO_KEY } }),
  sendWebhookAgain: ({ key }) => ({ parameters: { id: NO_KEY, key } }),
  inquire: () => ({ body: { text: 'How long does it take?' } }),
  requestEmailCode: ({ uid }) => ({ body: { email: `${uid}@example.com` } }),
  confirmEmailCode: ({ uid }) => ({ body: { email: `${uid}@example.com`, code: '000000' } }),
  closeSession: () => ({}),
  closeAllSessions: () => ({}),
  leave: () => ({}),
}

/** Plans for every route, function by function. `leave` comes last, because it deletes the user. */
export function routePlans(): Plan[] {
  const plansOf = (calls: typeof reads, isOnce: boolean): Plan[] =>
    Object.entries(calls).map(([name, call]) => {
      const route = Object.keys(ROUTES).find((one): one is RouteName => one === name)
      if (!route) throw new Error(`There is no route ${name}.`)
      return { name: route, lambda: ROUTES[route].lambda, isOnce, call }
    })
  const plans = [...plansOf(reads, false), ...plansOf(writes, true)]
  const left = Object.keys(ROUTES).filter(name => !plans.some(plan => plan.name === name))
  if (left.length > 0) throw new Error(`The bench does not call ${left.join(', ')}.`)
  const lambdas: FunctionName[] = ['archive', 'askAgain', 'payment', 'submission', 'account']
  return lambdas.flatMap(lambda => plans.filter(plan => plan.lambda === lambda))
}

/** Builds the HTTP request of a call. */
export function shotOf(siteUrl: string, { accessToken }: BenchPerson, name: RouteName, parts: CallParts): Shot {
  const { method, path, access, idempotent }: Route = ROUTES[name]
  const { body, parameters = {}, query = {} } = parts
  const url = new URL(
    path.replace(/\{(\w+)\}/g, (_, parameter: string) => parameters[parameter] ?? ''),
    siteUrl,
  )
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
  return {
    url: url.href,
    method,
    headers: {
      ...(access === 'user' && { authorization: `Bearer ${accessToken}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotent && { 'idempotency-key': randomUUID() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}
