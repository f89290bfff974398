import * as z from 'zod'
import type { Assembly, Resource } from '../../template/index.ts'
import type { Resolver } from '../../template/resolve.ts'

/** A route of an HTTP API. */
export interface ApiRoute {
  /** `GET /api/archive/{key}` */
  routeKey: string
  functionArn: string
  timeoutMs: number
  authorizer: JwtAuthorizer | undefined
  scopes: string[]
  /** Path parameters, where the request fits the route. */
  match(method: string, path: string): Record<string, string> | undefined
}

export interface JwtAuthorizer {
  issuer: string
  audience: string[]
}

export interface HttpApi {
  id: string
  stage: string
  cors: z.infer<typeof corsSchema> | undefined
  /** The most specific first. */
  routes: ApiRoute[]
}

const corsSchema = z.object({
  AllowOrigins: z.array(z.string()).default([]),
  AllowMethods: z.array(z.string()).default([]),
  AllowHeaders: z.array(z.string()).default([]),
  ExposeHeaders: z.array(z.string()).default([]),
  AllowCredentials: z.boolean().default(false),
  MaxAge: z.number().optional(),
})
const apiSchema = z.object({ ProtocolType: z.literal('HTTP'), CorsConfiguration: corsSchema.optional() })
const routeSchema = z.object({
  ApiId: z.string(),
  RouteKey: z.string(),
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

/** The HTTP APIs of the template with their routes. */
export function readApis(assembly: Assembly, resolver: Resolver): HttpApi[] {
  const byRef = (type: string, ref: string): Resource => {
    const found = assembly.ofType(type).find(resource => resolver.ref(resource) === ref)
    if (!found) throw new Error(`There is no ${type} ${ref} in the synthesized app.`)
    return found
  }
  const authorizerOf = (id: string | undefined): JwtAuthorizer => {
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
      authorizer: route.AuthorizationType === 'JWT' ? authorizerOf(route.AuthorizerId) : undefined,
      scopes: route.AuthorizationScopes,
      match: matcher(route.RouteKey),
    }
  })
  return assembly.ofType('AWS::ApiGatewayV2::Api').map(resource => {
    const id = resolver.ref(resource)
    const own = routes.filter(route => route.apiId === id)
    own.sort((left, right) => specificity(right.routeKey) - specificity(left.routeKey))
    return { id, stage: '$default', cors: resolver.read(resource, apiSchema).CorsConfiguration, routes: own }
  })
}

/** Whole matches come before parameters, parameters before `{proxy+}`, a method before ANY, `$default` last. */
function specificity(routeKey: string): number {
  if (routeKey === '$default') return -1
  const [method, path = ''] = routeKey.split(' ')
  const segments = path.split('/').filter(Boolean)
  const weight = segments.reduce((sum, one) => sum + (one.endsWith('+}') ? 1 : one.startsWith('{') ? 100 : 10_000), 0)
  return weight * 2 + (method === 'ANY' ? 0 : 1)
}

function matcher(routeKey: string): ApiRoute['match'] {
  if (routeKey === '$default') return () => ({})
  const [method, path = ''] = routeKey.split(' ')
  const names: string[] = []
  const source = path
    .split('/')
    .map(segment => {
      const parameter = /^\{(\w+)(\+?)\}$/.exec(segment)
      if (!parameter) return segment.replace(/[\\^$+.()|[\]{}*?]/g, '\\$&')
      names.push(parameter[1] ?? '')
      return parameter[2] ? '(.+)' : '([^/]+)'
    })
    .join('/')
  const pattern = new RegExp(`^${source}$`)
  return (asked, at) => {
    const found = method === 'ANY' || method === asked ? pattern.exec(at) : null
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
