import * as z from 'zod'
import { wildcard } from '../../aws/permissions.ts'
import { S3Error } from './errors.ts'
import type { S3Response } from './response.ts'

const ruleSchema = z.strictObject({
  Id: z.string().optional(),
  AllowedHeaders: z.array(z.string()).default([]),
  AllowedMethods: z.array(z.string()),
  AllowedOrigins: z.array(z.string()),
  ExposedHeaders: z.array(z.string()).default([]),
  MaxAge: z.coerce.number().int().optional(),
})
const corsSchema = z.strictObject({ CorsRules: z.array(ruleSchema) }).optional()

type CorsRule = z.output<typeof ruleSchema>

/** Reads the rules of the `CorsConfiguration` property of AWS::S3::Bucket. A bucket without it has none. */
export function corsRules(configuration: unknown): CorsRule[] {
  return corsSchema.parse(configuration)?.CorsRules ?? []
}

const VARY = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method'

/**
 * Handles a preflight request with the first rule that allows the origin, the method and every header.
 * @throws S3Error AccessForbidden, InvalidRequest
 */
export function preflight(rules: CorsRule[], headers: Record<string, string>): S3Response {
  const origin = headers.origin
  const method = headers['access-control-request-method']
  if (origin === undefined || method === undefined)
    throw new S3Error('InvalidRequest', 'Insufficient information. Origin request header needed.')
  if (rules.length === 0) throw new S3Error('AccessForbidden', 'CORSResponse: CORS is not enabled for this bucket.')
  const asked = (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(Boolean)
  const rule = rules.find(
    one => allows(one, origin, method) && asked.every(name => one.AllowedHeaders.some(header => matches(header, name))),
  )
  if (!rule)
    throw new S3Error(
      'AccessForbidden',
      'CORSResponse: This CORS request is not allowed. This is usually because the evalution of Origin, request method ' +
        "/ Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the resource's CORS spec.",
    )
  return {
    status: 200,
    headers: {
      ...buildHeaders(rule, origin),
      ...(asked.length > 0 ? { 'access-control-allow-headers': asked.join(', ') } : {}),
      ...(rule.MaxAge === undefined ? {} : { 'access-control-max-age': String(rule.MaxAge) }),
    },
  }
}

/** Response headers of a cross-origin request; none if no rule allows it. */
export function corsHeaders(rules: CorsRule[], method: string, origin: string | undefined): Record<string, string> {
  const rule = origin === undefined ? undefined : rules.find(one => allows(one, origin, method))
  return rule && origin !== undefined ? buildHeaders(rule, origin) : {}
}

function buildHeaders(rule: CorsRule, origin: string): Record<string, string> {
  const isAny = rule.AllowedOrigins.includes('*')
  const headers: Record<string, string> = {
    'access-control-allow-origin': isAny ? '*' : origin,
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    vary: VARY,
  }
  if (!isAny) headers['access-control-allow-credentials'] = 'true'
  if (rule.ExposedHeaders.length > 0) headers['access-control-expose-headers'] = rule.ExposedHeaders.join(', ')
  return headers
}

function allows(rule: CorsRule, origin: string, method: string): boolean {
  return rule.AllowedMethods.includes(method) && rule.AllowedOrigins.some(pattern => matches(pattern, origin))
}

/** Matches case-insensitively. `*` matches any characters. */
const matches = (pattern: string, text: string): boolean => wildcard(pattern, 'i').test(text)
