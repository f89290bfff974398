import { createHash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { ORIGIN_HEADER } from '../contract/routes/route.ts'
import { secretReaderFromEnvironment } from './secrets.ts'

/** `previous` accepts requests from edges that still send the former value. */
const originSecret = z.object({ value: z.string().min(32), previous: z.string().min(32).optional() })

export type OriginGuard = (headers: Record<string, string | undefined>) => Promise<boolean>

/** Distinguishes requests that came through CloudFront, and so its firewall, from direct calls of the API. */
export function originGuard(read: () => Promise<string>): OriginGuard {
  return async headers => {
    const { value, previous } = originSecret.parse(JSON.parse(await read()))
    const shown = headers[ORIGIN_HEADER] ?? ''
    return isSame(shown, value) || (previous !== undefined && isSame(shown, previous))
  }
}

/** The guard of this function, or `undefined` if the deployment has no firewall. */
export function originGuardFromEnvironment(): OriginGuard | undefined {
  const name = process.env.ORIGIN_SECRET ?? 'none'
  if (name === 'none') return undefined
  const read = secretReaderFromEnvironment()
  return originGuard(() => read(name))
}

/** Compares in constant time. */
function isSame(shown: string, value: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(shown), digest(value))
}
