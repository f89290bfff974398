import * as z from 'zod'
import type { Assembly } from './index.ts'
import type { Resolver } from './resolve.ts'

/** A host of AWS or of a partner, and the local address that replaces `https://{host}`. */
export interface HostRule {
  host: string
  url: string
}

/** Replaces the hosts of the deployed system by local addresses. */
export interface HostRewriter {
  /** Rewrites every string inside a resolved value. */
  value<Value>(value: Value): Value
  text(text: string): string
  /** Rewrites a Content-Security-Policy to origins, because a source with a path would match only that exact path. */
  policy(text: string): string
}

/** Matches a host with or without a scheme, but not inside a longer host or an email address. */
const pattern = (host: string) => new RegExp(`(?<![\\w.*@-])(?:https://)?${RegExp.escape(host)}(?![\\w-]|\\.\\w)`, 'g')

/** Longer hosts win over shorter ones. */
export function createHostRewriter(rules: HostRule[]): HostRewriter {
  const compiled = [...rules]
    .sort((left, right) => right.host.length - left.host.length)
    .map(rule => ({ ...rule, pattern: pattern(rule.host), origin: new URL(rule.url).origin }))

  const text = (value: string) => compiled.reduce((result, rule) => result.replace(rule.pattern, () => rule.url), value)
  const policy = (value: string) => {
    const rewritten = compiled.reduce((result, rule) => result.replace(rule.pattern, () => rule.origin), value)
    return rewritten
      .split(';')
      .map(directive => [...new Set(directive.trim().split(/\s+/))].join(' '))
      .filter(directive => directive !== '' && directive !== 'upgrade-insecure-requests')
      .join('; ')
  }

  function value<Value>(input: Value): Value
  function value(input: unknown): unknown {
    if (typeof input === 'string') return text(input)
    if (Array.isArray(input)) return input.map(item => value(item))
    if (input === null || typeof input !== 'object') return input
    return Object.fromEntries(Object.entries(input).map(([key, item]) => [key, value(item)]))
  }
  return { value, text, policy }
}

const distributionSchema = z.object({
  DistributionConfig: z.object({ Aliases: z.array(z.string()).default([]) }),
})
const domainSchema = z.object({ Domain: z.string() })

interface LocalAddresses {
  siteUrl: string
  awsUrl: string
  /** Hosts of partners that the application replaces. */
  rules?: readonly HostRule[]
}

/** Builds a rewriter for every host of the template and of the replaced partners. */
export function rewriterFor(
  assembly: Assembly,
  resolver: Resolver,
  { siteUrl, awsUrl, rules: partners = [] }: LocalAddresses,
): HostRewriter {
  const rules = [...partners]
  for (const resource of assembly.ofType('AWS::Cognito::UserPool'))
    rules.push({ host: resolver.attribute(resource, 'ProviderName'), url: signInUrl(awsUrl) })
  for (const resource of assembly.ofType('AWS::Cognito::UserPoolDomain')) {
    const { Domain } = resolver.read(resource, domainSchema)
    const host = Domain.includes('.') ? Domain : `${Domain}.auth.${resolver.region(resource.stack)}.amazoncognito.com`
    rules.push({ host, url: signInUrl(awsUrl) })
  }
  for (const resource of assembly.ofType('AWS::S3::Bucket'))
    for (const name of ['RegionalDomainName', 'DomainName'])
      rules.push({ host: resolver.attribute(resource, name), url: `${awsUrl}/${resolver.ref(resource)}` })
  for (const resource of assembly.ofType('AWS::CloudFront::Distribution')) {
    const { DistributionConfig } = resolver.read(resource, distributionSchema)
    for (const host of [resolver.attribute(resource, 'DomainName'), ...DistributionConfig.Aliases])
      rules.push({ host, url: siteUrl })
  }
  for (const resource of assembly.ofType('AWS::ApiGatewayV2::Api'))
    rules.push({ host: new URL(resolver.attribute(resource, 'ApiEndpoint')).host, url: siteUrl })
  return createHostRewriter(rules)
}

/** Address of the hosted sign-in, which is also the issuer of its tokens. */
export function signInUrl(awsUrl: string): string {
  return `${awsUrl}/sign-in`
}
