import * as z from 'zod'
import { BodyTooLargeError } from '../../aws/wire.ts'

/** Answer of an API before it goes on the wire. */
export interface ApiAnswer {
  status: number
  headers: Record<string, string>
  cookies: string[]
  body: Buffer
}

const proxyReply = z.object({
  statusCode: z.number(),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).default({}),
  cookies: z.array(z.string()).default([]),
  body: z.string().default(''),
  isBase64Encoded: z.boolean().default(false),
})

/** Without a status code, API Gateway takes the whole result for the body. */
export function replyOf(result: unknown): ApiAnswer {
  const parsed = proxyReply.safeParse(result)
  if (!parsed.success) {
    if (z.object({ statusCode: z.unknown() }).safeParse(result).success) return message(500, 'Internal Server Error')
    const body = typeof result === 'string' ? result : JSON.stringify(result)
    return { ...plain(200), headers: { 'content-type': 'application/json' }, body: Buffer.from(body) }
  }
  const { statusCode, headers, cookies, body, isBase64Encoded } = parsed.data
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return {
    status: statusCode,
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...lower },
    cookies,
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  }
}

export function failure(error: unknown): ApiAnswer {
  if (error instanceof BodyTooLargeError) return message(413, 'Request Entity Too Large')
  return message(500, 'Internal Server Error')
}

export function refusal({
  status,
  message: text,
  reason,
}: {
  status: 401 | 403
  message: string
  reason: string
}): ApiAnswer {
  const error = status === 403 ? 'insufficient_scope' : 'invalid_token'
  const challenge = `Bearer scope="" error="${error}" error_description="${reason.replaceAll('"', "'")}"`
  const refused = message(status, text)
  return { ...refused, headers: { ...refused.headers, 'www-authenticate': challenge } }
}

export const plain = (status: number): ApiAnswer => ({ status, headers: {}, cookies: [], body: Buffer.alloc(0) })

export function message(status: number, text: string): ApiAnswer {
  return {
    ...plain(status),
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ message: text })),
  }
}
