import * as z from 'zod'
import { createHostRewriter, type HostRewriter, type HostRule } from './hosts.ts'
import type { Assembly } from './index.ts'
import type { Resolver } from './resolve.ts'

const distributionSchema = z.object({
  DistributionConfig: z.object({ Aliases: z.array(z.string()).default([]) }),
})
const domainSchema = z.object({ Domain: z.string() })

/** The API, the widget's script, and everything that it shows. */
const TOSS_HOSTS = ['api.tosspayments.com', 'js.tosspayments.com', '*.tosspayments.com']

/** The Data API, and where YouTube's thumbnails are. */
const YOUTUBE_HOSTS = ['www.googleapis.com', 'i.ytimg.com']

export interface LocalAddresses {
  siteUrl: string
  awsUrl: string
  /** Whether partners are stood in for, as Toss is unless said otherwise; else they themselves are asked. */
  toss?: boolean
  youtube?: boolean
}

/** Which hosts of the deployed system stand for which address of this machine. */
export function rewriterFor(
  assembly: Assembly,
  resolver: Resolver,
  { siteUrl, awsUrl, toss = true, youtube = false }: LocalAddresses,
): HostRewriter {
  const rules: HostRule[] = []
  if (toss) for (const host of TOSS_HOSTS) rules.push({ host, url: tossUrl(awsUrl) })
  if (youtube) for (const host of YOUTUBE_HOSTS) rules.push({ host, url: youtubeUrl(awsUrl) })
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

/** Address of the hosted sign-in, which is the issuer of its tokens too. */
export function signInUrl(awsUrl: string): string {
  return `${awsUrl}/sign-in`
}

/** Address of what stands in for Toss. */
export function tossUrl(awsUrl: string): string {
  return `${awsUrl}/toss`
}

/** Address of what stands in for YouTube. */
export function youtubeUrl(awsUrl: string): string {
  return `${awsUrl}/youtube`
}
