import * as z from 'zod'
import type { HostRewriter } from '../template/hosts.ts'
import type { Assembly } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'
import { type PolicyHeader, readHeadersPolicy } from './response-headers.ts'

/** How a distribution answers what fits a path. */
export interface Behavior {
  matches(path: string): boolean
  /** Host name of the origin, as AWS would call it. */
  originDomain: string
  originPath: string
  allowedMethods: string[]
  compress: boolean
  headers: PolicyHeader[]
  removedHeaders: string[]
  /** Source code of a CloudFront Function. */
  viewerRequest: string | undefined
}

export interface Distribution {
  domain: string
  aliases: string[]
  defaultRootObject: string
  /** In the order of precedence; the last one takes everything. */
  behaviors: Behavior[]
  errorResponses: { status: number; responseStatus: number; path: string }[]
}

const behaviorSchema = z.object({
  PathPattern: z.string().optional(),
  TargetOriginId: z.string(),
  AllowedMethods: z.array(z.string()).default(['GET', 'HEAD']),
  Compress: z.boolean().default(false),
  ResponseHeadersPolicyId: z.string().optional(),
  FunctionAssociations: z
    .array(z.object({ EventType: z.literal('viewer-request'), FunctionARN: z.string() }))
    .default([]),
  /** Lambda@Edge does not run here. */
  LambdaFunctionAssociations: z.array(z.unknown()).max(0).optional(),
})
const configSchema = z.object({
  DistributionConfig: z.object({
    Aliases: z.array(z.string()).default([]),
    DefaultRootObject: z.string().default(''),
    DefaultCacheBehavior: behaviorSchema,
    CacheBehaviors: z.array(behaviorSchema).default([]),
    CustomErrorResponses: z
      .array(
        z.object({
          ErrorCode: z.number(),
          ResponseCode: z.number().optional(),
          ResponsePagePath: z.string().optional(),
        }),
      )
      .default([]),
    Origins: z.array(z.object({ Id: z.string(), DomainName: z.string(), OriginPath: z.string().default('') })),
  }),
})

/** The distributions of the template with their behaviors. */
export function readDistributions(assembly: Assembly, resolver: Resolver, hosts: HostRewriter): Distribution[] {
  const functions = assembly.ofType('AWS::CloudFront::Function')
  const codeOf = ([association]: z.infer<typeof behaviorSchema>['FunctionAssociations']) => {
    if (!association) return undefined
    const resource = functions.find(one => resolver.ref(one) === association.FunctionARN)
    if (!resource) throw new Error(`There is no CloudFront function ${association.FunctionARN} in the synthesized app.`)
    return resolver.read(resource, z.object({ FunctionCode: z.string() })).FunctionCode
  }
  return assembly.ofType('AWS::CloudFront::Distribution').map(resource => {
    const { DistributionConfig: config } = resolver.read(resource, configSchema)
    const behavior = (of: z.infer<typeof behaviorSchema>): Behavior => {
      const origin = config.Origins.find(one => one.Id === of.TargetOriginId)
      if (!origin) throw new Error(`${resource.logicalId} has no origin ${of.TargetOriginId}.`)
      return {
        matches: of.PathPattern === undefined ? () => true : pathMatcher(of.PathPattern),
        originDomain: origin.DomainName,
        originPath: origin.OriginPath,
        allowedMethods: of.AllowedMethods,
        compress: of.Compress,
        ...readHeadersPolicy(of.ResponseHeadersPolicyId, assembly, resolver, hosts),
        viewerRequest: codeOf(of.FunctionAssociations),
      }
    }
    return {
      domain: resolver.attribute(resource, 'DomainName'),
      aliases: config.Aliases,
      defaultRootObject: config.DefaultRootObject,
      behaviors: [...config.CacheBehaviors, config.DefaultCacheBehavior].map(behavior),
      errorResponses: config.CustomErrorResponses.filter(one => one.ResponsePagePath !== undefined).map(one => ({
        status: one.ErrorCode,
        responseStatus: one.ResponseCode ?? one.ErrorCode,
        path: one.ResponsePagePath ?? '',
      })),
    }
  })
}

/** `*` any characters, `?` one; a leading slash may be left out. */
function pathMatcher(pattern: string): (path: string) => boolean {
  const source = pattern
    .replace(/[\\^$+.()|[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  const expression = new RegExp(`^${source.startsWith('/') ? '' : '/'}${source}$`, 's')
  return path => expression.test(path)
}
