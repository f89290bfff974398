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

/**
 * The routes that the page calls most, and those that write several rows. Each function's first plan is a read, which
 * starts the function's threads.
 */
export const PLANS: readonly Plan[] = [
  ...plansOf(false, {
    me: () => ({}),
    movements: () => ({}),
    listArchive: () => ({}),
    readEntry: ({ key }) => ({ parameters: { key } }),
    readProject: ({ key }) => ({ parameters: { key } }),
    downloadSubtitle: ({ key }) => ({ parameters: { key } }),
  }),
  ...plansOf(true, {
    renameEntry: ({ key }, n) => ({ parameters: { key }, body: { name: `talk ${n}` } }),
    // Each call edits another sentence. Once all are edited, the response is a conflict with the user's first edit.
    saveEdits: ({ key, sentences }, n) => {
      const put = sentences.slice(n % sentences.length).slice(0, 1)
      const changed = put.map(sentence => ({ ...sentence, korean: `${n}번째 문장이에요.`, breaks: [] }))
      return { parameters: { key }, body: { base: 0, put: changed, remove: [] } }
    },
  }),
  ...plansOf(false, { quoteYoutube: () => ({ parameters: { id: 'jamak-hello' } }) }),
  ...plansOf(true, {
    submitVideo: () => ({ body: { filename: 'talk.mp4', size: 1000, type: 'video/mp4', durationSeconds: 60 } }),
  }),
  ...plansOf(false, { listPayments: () => ({}) }),
  ...plansOf(true, { createPayment: () => ({ body: { package: 'tokens-20' } }) }),
]

function plansOf(isOnce: boolean, calls: Partial<Record<RouteName, Call>>): Plan[] {
  return Object.entries(calls).map(([name, call]) => {
    const route = Object.keys(ROUTES).find((one): one is RouteName => one === name)
    if (!route) throw new Error(`There is no route ${name}.`)
    return { name: route, lambda: ROUTES[route].lambda, isOnce, call }
  })
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
