import * as z from 'zod'
import { wildcard } from '../aws/permissions.ts'
import { withSecrets } from '../aws/secrets.ts'
import type { HostRewriter } from '../template/hosts.ts'
import type { Assembly } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'

/** A header of a response headers policy. */
interface PolicyHeader {
  name: string
  value: string
  /** Whether the header replaces the one from the origin. */
  override: boolean
}

/** How a distribution handles requests for some paths. */
export interface Behavior {
  matches(path: string): boolean
  /** Host name of the origin on AWS. */
  originDomain: string
  /** Headers added to requests to the origin, replacing those that a viewer sent under the same names. */
  originHeaders: Record<string, string>
  allowedMethods: string[]
  compress: boolean
  headers: PolicyHeader[]
  /** Source code of a CloudFront Function, for requests and for responses with a status below 400. */
  viewerRequest: string | undefined
  viewerResponse: string | undefined
}

export interface Distribution {
  defaultRootObject: string
  /** In order of precedence. The last one matches every path. */
  behaviors: Behavior[]
  /** Seconds for which errors of an origin are stored, by status, where the distribution states them. */
  errorTtls: Map<number, number>
}

/** Unsupported features are refused. */
const unused = z.never().optional()
const behaviorSchema = z.object({
  PathPattern: z.string().optional(),
  TargetOriginId: z.string(),
  AllowedMethods: z.array(z.string()).default(['GET', 'HEAD']),
  Compress: z.boolean().default(false),
  ResponseHeadersPolicyId: z.string().optional(),
  FunctionAssociations: z
    .array(z.object({ EventType: z.enum(['viewer-request', 'viewer-response']), FunctionARN: z.string() }))
    .default([]),
  LambdaFunctionAssociations: unused,
})
const configSchema = z.object({
  DistributionConfig: z.object({
    DefaultRootObject: z.string().default(''),
    DefaultCacheBehavior: behaviorSchema,
    CacheBehaviors: z.array(behaviorSchema).default([]),
    CustomErrorResponses: z
      .array(z.object({ ErrorCode: z.number(), ErrorCachingMinTTL: z.number(), ResponsePagePath: unused }))
      .default([]),
    Origins: z.array(
      z.object({
        Id: z.string(),
        DomainName: z.string(),
        OriginPath: unused,
        OriginCustomHeaders: z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })).default([]),
      }),
    ),
  }),
})

/**
 * Reads the distributions of the template. `secrets` are values by name.
 * @throws UnresolvedError for an unsupported feature
 */
export function readDistributions(
  assembly: Assembly,
  resolver: Resolver,
  hosts: HostRewriter,
  secrets: Record<string, string>,
): Distribution[] {
  const functions = assembly.ofType('AWS::CloudFront::Function')
  type Associations = z.infer<typeof behaviorSchema>['FunctionAssociations']
  const readCode = (associations: Associations, event: Associations[number]['EventType']) => {
    const association = associations.find(({ EventType }) => EventType === event)
    if (!association) return undefined
    const resource = functions.find(one => resolver.ref(one) === association.FunctionARN)
    if (!resource) throw new Error(`The synthesized app has no CloudFront function ${association.FunctionARN}.`)
    return resolver.read(resource, z.object({ FunctionCode: z.string() })).FunctionCode
  }
  return assembly.ofType('AWS::CloudFront::Distribution').map(resource => {
    const { DistributionConfig: config } = resolver.read(resource, configSchema)
    const readBehavior = (stated: z.infer<typeof behaviorSchema>): Behavior => {
      const origin = config.Origins.find(one => one.Id === stated.TargetOriginId)
      if (!origin) throw new Error(`${resource.logicalId} has no origin ${stated.TargetOriginId}.`)
      return {
        matches: stated.PathPattern === undefined ? () => true : pathMatcher(stated.PathPattern),
        originDomain: origin.DomainName,
        originHeaders: Object.fromEntries(
          origin.OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [
            HeaderName.toLowerCase(),
            withSecrets(HeaderValue, secrets),
          ]),
        ),
        allowedMethods: stated.AllowedMethods,
        compress: stated.Compress,
        headers: readHeadersPolicy(stated.ResponseHeadersPolicyId, assembly, resolver, hosts),
        viewerRequest: readCode(stated.FunctionAssociations, 'viewer-request'),
        viewerResponse: readCode(stated.FunctionAssociations, 'viewer-response'),
      }
    }
    return {
      defaultRootObject: config.DefaultRootObject,
      errorTtls: new Map(config.CustomErrorResponses.map(each => [each.ErrorCode, each.ErrorCachingMinTTL])),
      behaviors: [...config.CacheBehaviors, config.DefaultCacheBehavior].map(readBehavior),
    }
  })
}

/** The leading slash of a path pattern is optional. */
function pathMatcher(pattern: string): (path: string) => boolean {
  const expression = wildcard(pattern.startsWith('/') ? pattern : `/${pattern}`)
  return path => expression.test(path)
}

const override = { Override: z.boolean() }
const policySchema = z.object({
  ResponseHeadersPolicyConfig: z.strictObject({
    Name: z.string(),
    Comment: z.string().optional(),
    SecurityHeadersConfig: z
      .strictObject({
        StrictTransportSecurity: z.unknown().optional(),
        ContentSecurityPolicy: z.object({ ...override, ContentSecurityPolicy: z.string() }).optional(),
        ContentTypeOptions: z.object(override).optional(),
        FrameOptions: z.object({ ...override, FrameOption: z.string() }).optional(),
        ReferrerPolicy: z.object({ ...override, ReferrerPolicy: z.string() }).optional(),
      })
      .default({}),
    CustomHeadersConfig: z
      .object({ Items: z.array(z.object({ ...override, Header: z.string(), Value: z.string() })) })
      .default({ Items: [] }),
  }),
})

/**
 * Reads a response headers policy, without Strict-Transport-Security, because this machine serves the page over http.
 */
function readHeadersPolicy(id: string | undefined, assembly: Assembly, resolver: Resolver, hosts: HostRewriter) {
  if (id === undefined) return []
  const resource = assembly.ofType('AWS::CloudFront::ResponseHeadersPolicy').find(one => resolver.ref(one) === id)
  if (!resource) throw new Error(`The synthesized app has no response headers policy ${id}.`)
  const { ResponseHeadersPolicyConfig: config } = resolver.read(resource, policySchema)
  const headers: PolicyHeader[] = config.CustomHeadersConfig.Items.map(item => ({
    name: item.Header.toLowerCase(),
    value: hosts.text(item.Value),
    override: item.Override,
  }))
  const add = (name: string, stated: { Override: boolean } | undefined, value = '') => {
    if (stated) headers.push({ name, value, override: stated.Override })
  }
  const security = config.SecurityHeadersConfig
  const policy = security.ContentSecurityPolicy
  add('content-security-policy', policy, hosts.policy(policy?.ContentSecurityPolicy ?? ''))
  add('x-content-type-options', security.ContentTypeOptions, 'nosniff')
  add('x-frame-options', security.FrameOptions, security.FrameOptions?.FrameOption)
  add('referrer-policy', security.ReferrerPolicy, security.ReferrerPolicy?.ReferrerPolicy)
  return headers
}
