import * as z from 'zod'
import type { HostRewriter } from '../template/hosts.ts'
import type { Assembly } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'

/** A header that a response headers policy sets. */
export interface PolicyHeader {
  name: string
  value: string
  /** Whether it stands above the origin's own. */
  override: boolean
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
        XSSProtection: z
          .object({ ...override, Protection: z.boolean(), ModeBlock: z.boolean().default(false) })
          .optional(),
      })
      .default({}),
    CustomHeadersConfig: z
      .object({ Items: z.array(z.object({ ...override, Header: z.string(), Value: z.string() })) })
      .default({ Items: [] }),
    RemoveHeadersConfig: z.object({ Items: z.array(z.object({ Header: z.string() })) }).default({ Items: [] }),
  }),
})

/** The headers of a response headers policy. StrictTransportSecurity is left out: the page is served over plain http on this machine. */
export function readHeadersPolicy(id: string | undefined, assembly: Assembly, resolver: Resolver, hosts: HostRewriter) {
  if (id === undefined) return { headers: [], removedHeaders: [] }
  const resource = assembly.ofType('AWS::CloudFront::ResponseHeadersPolicy').find(one => resolver.ref(one) === id)
  if (!resource) throw new Error(`The response headers policy ${id} is none of the synthesized app.`)
  const { ResponseHeadersPolicyConfig: config } = resolver.read(resource, policySchema)
  const security = config.SecurityHeadersConfig
  const headers: PolicyHeader[] = config.CustomHeadersConfig.Items.map(item => ({
    name: item.Header.toLowerCase(),
    value: hosts.text(item.Value),
    override: item.Override,
  }))
  const add = (name: string, one: { Override: boolean } | undefined, value: string) => {
    if (one) headers.push({ name, value, override: one.Override })
  }
  const policy = security.ContentSecurityPolicy
  add('content-security-policy', policy, hosts.policy(policy?.ContentSecurityPolicy ?? ''))
  add('x-content-type-options', security.ContentTypeOptions, 'nosniff')
  add('x-frame-options', security.FrameOptions, security.FrameOptions?.FrameOption ?? '')
  add('referrer-policy', security.ReferrerPolicy, security.ReferrerPolicy?.ReferrerPolicy ?? '')
  const xss = security.XSSProtection
  add('x-xss-protection', xss, xss?.Protection ? `1${xss.ModeBlock ? '; mode=block' : ''}` : '0')
  return { headers, removedHeaders: config.RemoveHeadersConfig.Items.map(item => item.Header.toLowerCase()) }
}
