import * as z from 'zod'
import type { Assembly, Resource } from '../../template/index.ts'
import type { Resolver } from '../../template/resolve.ts'

/** A route of an HTTP API. */
export interface ApiRoute {
  /** `GET /api/archive/{key}` */
  routeKey: string
  functionArn: string
  timeoutMs: number
  /** Undefined for a public route. */
  authorizer: JwtAuthorizer | undefined
  scopes: string[]
  /** Returns the decoded path parameters if the request matches the route. */
  match(method: string, path: string): Record<string, string> | undefined
}

export interface JwtAuthorizer {
  issuer: string
  audience: string[]
}

export interface HttpApi {
  id: string
  stage: string
  /** Most specific first. */
  routes: ApiRoute[]
  /** Rate limit of all requests together; undefined if the stage sets none. */
  rate: Rate | undefined
  /** Routes with their own rate limit, by route key. */
  ownRates: Record<string, Rate>
}

/** A token bucket: tokens per second, and its capacity. */
export interface Rate {
  perSecond: number
  burst: number
}

const apiSchema = z.object({ ProtocolType: z.literal('HTTP'), CorsConfiguration: z.never().optional() })
const routeSchema = z.object({
  ApiId: z.string(),
  /** `ANY`, `{proxy+}` and `$default` are not supported. */
  RouteKey: z.string().regex(/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/(\{\w+\}|[\w.~-]+))+$/),
  Target: z.string(),
  AuthorizationType: z.enum(['NONE', 'JWT']).default('NONE'),
  AuthorizerId: z.string().optional(),
  AuthorizationScopes: z.array(z.string()).default([]),
})
const integrationSchema = z.object({
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal('2.0'),
  TimeoutInMillis: z.number().default(30_000),
})
const authorizerSchema = z.object({
  AuthorizerType: z.literal('JWT'),
  JwtConfiguration: z.object({ Audience: z.array(z.string()), Issuer: z.string() }),
})

const rateSchema = z.object({ ThrottlingRateLimit: z.number(), ThrottlingBurstLimit: z.number() }).transform(
  ({ ThrottlingRateLimit, ThrottlingBurstLimit }): Rate => ({
    perSecond: ThrottlingRateLimit,
    burst: ThrottlingBurstLimit,
  }),
)
const stageSchema = z.object({
  ApiId: z.string(),
  DefaultRouteSettings: rateSchema.optional(),
  RouteSettings: z.record(z.string(), rateSchema).default({}),
})

/** Reads the HTTP APIs of the template with their routes. */
export function readApis(assembly: Assembly, resolver: Resolver): HttpApi[] {
  const byRef = (type: string, ref: string): Resource => {
    const found = assembly.ofType(type).find(resource => resolver.ref(resource) === ref)
    if (!found) throw new Error(`The synthesized app has no ${type} ${ref}.`)
    return found
  }
  const readAuthorizer = (id: string | undefined): JwtAuthorizer => {
    const { JwtConfiguration } = resolver.read(byRef('AWS::ApiGatewayV2::Authorizer', id ?? ''), authorizerSchema)
    return { issuer: JwtConfiguration.Issuer, audience: JwtConfiguration.Audience }
  }
  const routes = assembly.ofType('AWS::ApiGatewayV2::Route').map(resource => {
    const route = resolver.read(resource, routeSchema)
    const integration = byRef('AWS::ApiGatewayV2::Integration', route.Target.replace(/^integrations\//, ''))
    const { IntegrationUri, TimeoutInMillis } = resolver.read(integration, integrationSchema)
    return {
      apiId: route.ApiId,
      routeKey: route.RouteKey,
      functionArn: IntegrationUri,
      timeoutMs: TimeoutInMillis,
      authorizer: route.AuthorizationType === 'JWT' ? readAuthorizer(route.AuthorizerId) : undefined,
      scopes: route.AuthorizationScopes,
      match: matcher(route.RouteKey),
    }
  })
  return assembly.ofType('AWS::ApiGatewayV2::Api').map(resource => {
    resolver.read(resource, apiSchema)
    const id = resolver.ref(resource)
    const own = routes.filter(route => route.apiId === id)
    // A fixed segment is more specific than a parameter, so routes with fewer parameters come first.
    own.sort((left, right) => parametersIn(left.routeKey) - parametersIn(right.routeKey))
    const stages = assembly.ofType('AWS::ApiGatewayV2::Stage').map(stage => resolver.read(stage, stageSchema))
    const stage = stages.find(({ ApiId }) => ApiId === id)
    const unknown = Object.keys(stage?.RouteSettings ?? {}).find(key => !own.some(({ routeKey }) => routeKey === key))
    if (unknown !== undefined)
      throw new Error(`The stage of ${resource.logicalId} sets a rate for ${unknown}, which is no route.`)
    return {
      id,
      stage: '$default',
      routes: own,
      rate: stage?.DefaultRouteSettings,
      ownRates: stage?.RouteSettings ?? {},
    }
  })
}

const parametersIn = (routeKey: string): number => routeKey.split('{').length - 1

function matcher(routeKey: string): ApiRoute['match'] {
  const [method, path = ''] = routeKey.split(' ')
  const names: string[] = []
  const segments = path.split('/').map(segment => {
    const [, parameter] = /^\{(\w+)\}$/.exec(segment) ?? []
    if (parameter === undefined) return RegExp.escape(segment)
    names.push(parameter)
    return '([^/]+)'
  })
  const pattern = new RegExp(`^${segments.join('/')}$`)
  return (requestMethod, requestPath) => {
    const found = method === requestMethod ? pattern.exec(requestPath) : null
    return found ? Object.fromEntries(names.map((name, index) => [name, decode(found[index + 1] ?? '')])) : undefined
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
