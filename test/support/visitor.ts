import { randomUUID } from 'node:crypto'
import { type ApiClient, apiClient, type CallParts } from '../../bin/demo/api-client.ts'
import { EVERY_ROUTE, type EveryRouteName } from '../../lambdas/contract/every-route.ts'
import type { Route, RouteName } from '../../lambdas/contract/routes.ts'
import type { Cloud } from '../../local/cloud/options.ts'

/** A response as received, refusals included. */
export interface RawAnswer {
  status: number
  headers: Headers
  body: unknown
}

/** Calls a route of the contract with these headers only. */
export async function rawCall(
  siteUrl: string,
  name: EveryRouteName,
  { body, query = {}, parameters = {} }: CallParts = {},
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const route: Route = EVERY_ROUTE[name]
  const path = route.path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(parameters[parameter] ?? ''),
  )
  const url = new URL(path, siteUrl)
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
  const answer = await fetch(url, {
    method: route.method,
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
    body: route.method === 'GET' ? undefined : JSON.stringify(body ?? {}),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
  return {
    status: answer.status,
    headers: answer.headers,
    body: text !== '' && isJson ? JSON.parse(text) : text || undefined,
  }
}

/** A signed-in user, with details that only tests need. */
export interface Visitor {
  uid: string
  name: string
  accessToken: string
  idToken: string
  api: ApiClient
  /** Returns refusals instead of throwing them. */
  call(name: RouteName, parts?: CallParts): Promise<RawAnswer>
}

/** Signs a user in and opens the session, as the page does. */
export async function visitor(
  cloud: Pick<Cloud, 'siteUrl' | 'signIn'>,
  name: string,
  subject = name,
): Promise<Visitor> {
  const account = { provider: 'Google', subject, name, email: `${subject}@example.com` }
  const { accessToken, idToken } = await cloud.signIn(account)
  const api = apiClient(cloud.siteUrl, accessToken)
  const { uid } = await api('openSession')
  return {
    uid,
    name,
    accessToken,
    idToken,
    api,
    call: (route, parts) => rawCall(cloud.siteUrl, route, parts, { authorization: `Bearer ${accessToken}` }),
  }
}
