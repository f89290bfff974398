import { createRemoteJWKSet, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import * as z from 'zod'
import type { JwtAuthorizer } from './routes.ts'

/** Why a request is refused. */
export interface Refusal {
  isAllowed: false
  status: 401 | 403
  message: string
  /** Goes into the `WWW-Authenticate` header. */
  reason: string
}

/** Decision of a JWT authorizer. `jwt` is passed to the function. */
export type Authorization =
  | { isAllowed: true; jwt: { claims: Record<string, string>; scopes: string[] | null } }
  | Refusal

const payloadSchema = z.looseObject({
  client_id: z.string().optional(),
  scope: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
})

/** A verified signature stays valid for as long as jose caches the issuer's keys. */
const SIGNED_MS = 600_000
const MOST_SIGNED = 10_000

/**
 * Checks bearer tokens as the JWT authorizer of an HTTP API does: issuer, audience (`aud`, else `client_id`), time,
 * scope.
 */
export function createAuthorizer(now: () => number, localIssuer: (url: string) => string) {
  const keys = new Map<string, ReturnType<typeof createRemoteJWKSet>>()
  const signed = new Map<string, { payload: JWTPayload; until: number }>()

  /** Returns the claims of a valid token. A recently verified signature is not verified again. */
  async function signedPayload(token: string, issuer: string): Promise<JWTPayload> {
    const name = `${issuer} ${token}`
    const known = signed.get(name)
    if (known && known.until > Date.now() && isInTime(known.payload, now())) return known.payload
    const set = keys.get(issuer) ?? createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`))
    keys.set(issuer, set)
    const { payload } = await jwtVerify(token, set, {
      issuer,
      currentDate: new Date(now()),
      algorithms: ['RS256'],
      requiredClaims: ['exp'],
    })
    if (signed.size >= MOST_SIGNED) signed.clear()
    signed.set(name, { payload, until: Date.now() + SIGNED_MS })
    return payload
  }

  async function verify(token: string, { issuer: deployed, audience }: JwtAuthorizer) {
    const payload = await signedPayload(token, localIssuer(deployed))
    // API Gateway: "iat must be before the current time in UTC". jose checks `iat` only with a maximum token age.
    if (payload.iat !== undefined && payload.iat > Math.ceil(now() / 1000))
      throw new errors.JWTClaimValidationFailed('the token was issued in the future', payload, 'iat')
    const parsed = payloadSchema.parse(payload)
    const audiences = parsed.aud === undefined ? [parsed.client_id ?? ''] : [parsed.aud].flat()
    if (!audiences.some(one => audience.includes(one)))
      throw new errors.JWTClaimValidationFailed('invalid audience', payload)
    return parsed
  }

  return async (
    header: string | undefined,
    authorizer: JwtAuthorizer,
    routeScopes: string[],
  ): Promise<Authorization> => {
    const token = /^(?:Bearer\s+)?(\S+)$/i.exec(header ?? '')?.[1]
    if (!token || !isJwt(token)) return refused(401, 'Unauthorized', 'the token is missing or malformed')
    try {
      const payload = await verify(token, authorizer)
      const scopes = payload.scope?.split(' ') ?? []
      if (routeScopes.length > 0 && !routeScopes.some(scope => scopes.includes(scope)))
        return refused(403, 'Forbidden', 'insufficient_scope')
      const claims = Object.entries(payload).map(([name, value]) => [name, claimText(value)])
      return {
        isAllowed: true,
        jwt: { claims: Object.fromEntries(claims), scopes: routeScopes.length > 0 ? scopes : null },
      }
    } catch (error) {
      if (!(error instanceof errors.JOSEError || error instanceof z.ZodError)) throw error
      return refused(401, 'Unauthorized', error.message)
    }
  }
}

/** Whether jose would accept the token's times at `now` (milliseconds). Its other claims do not change. */
function isInTime({ exp = 0, nbf = 0 }: JWTPayload, now: number): boolean {
  const seconds = Math.floor(now / 1000)
  return exp > seconds && nbf <= seconds
}

function refused(status: 401 | 403, message: string, reason: string): Refusal {
  return { isAllowed: false, status, message, reason }
}

function isJwt(token: string): boolean {
  try {
    return decodeProtectedHeader(token) !== undefined
  } catch {
    return false
  }
}

/** API Gateway passes claims as strings. A list becomes its items in brackets, separated by spaces. */
function claimText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.join(' ')}]`
  return typeof value === 'string' ? value : JSON.stringify(value)
}
