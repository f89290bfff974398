import { randomUUID } from 'node:crypto'
import { apiErrorBody } from '../../lambdas/contract/errors.ts'
import { ROUTES, type Route, type RouteName, type RouteResponse } from '../../lambdas/contract/routes.ts'

export interface CallParts {
  body?: unknown
  query?: Record<string, string>
  parameters?: Record<string, string>
}

export type ApiClient = <Name extends RouteName>(name: Name, parts?: CallParts) => Promise<RouteResponse<Name>>

/** The API refused a call; the message is the page's Korean text with the code. */
export class RefusedByService extends Error {
  override readonly name = 'RefusedByService'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Calls the API by the routes of the contract, as the browser does. Throws RefusedByService if the API refuses. */
export function apiClient(siteUrl: string, accessToken: string): ApiClient {
  return async (name, { body, query = {}, parameters = {} } = {}) => {
    const route: Route = ROUTES[name]
    const path = route.path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
      encodeURIComponent(parameters[parameter] ?? ''),
    )
    const url = new URL(path, siteUrl)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    const answer = await fetch(url, {
      method: route.method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(route.idempotent ? { 'idempotency-key': randomUUID() } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const json: unknown = await answer.json()
    if (!answer.ok) {
      const { code, message } = apiErrorBody.parse(json)
      throw new RefusedByService(code, `${message} (${code})`)
    }
    return ROUTES[name].response.parse(json) as RouteResponse<typeof name>
  }
}
