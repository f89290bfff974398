import { randomUUID } from 'node:crypto'
import { LOCAL_ACCOUNT } from '../../aws/service.ts'
import type { ApiRoute, HttpApi } from './routes.ts'

export interface EventParts {
  api: HttpApi
  route: ApiRoute
  parameters: Record<string, string>
  url: URL
  method: string
  headers: Record<string, string>
  body: Buffer
  now: number
  authorization: { isAllowed: true; jwt: unknown } | undefined
}

const TEXT = /^(text\/|application\/(json|javascript|xml|.*\+json|.*\+xml|x-www-form-urlencoded))/

/** An event in payload format 2.0. */
export function eventOf({ api, route, parameters, url, method, headers, body, now, authorization }: EventParts) {
  const query = [...new Set(url.searchParams.keys())].map(name => [name, url.searchParams.getAll(name).join(',')])
  const { cookie, ...others } = headers
  const isText = body.length === 0 || TEXT.test(headers['content-type'] ?? '')
  return {
    version: '2.0',
    routeKey: route.routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    ...(cookie && { cookies: cookie.split(/;\s*/) }),
    headers: others,
    ...(query.length > 0 && { queryStringParameters: Object.fromEntries(query) }),
    ...(Object.keys(parameters).length > 0 && { pathParameters: parameters }),
    requestContext: {
      accountId: LOCAL_ACCOUNT,
      apiId: api.id,
      ...(authorization && { authorizer: { jwt: authorization.jwt } }),
      domainName: headers.host ?? 'localhost',
      domainPrefix: api.id,
      http: {
        method,
        path: url.pathname,
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: route.routeKey,
      stage: api.stage,
      time: new Date(now).toUTCString(),
      timeEpoch: now,
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: !isText,
  }
}
