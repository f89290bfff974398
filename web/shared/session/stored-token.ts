/** Storage key of the local cloud's tokens. */
export const LOCAL_TOKENS_KEY = 'jamak.local-tokens'

/** Storage keys of Amplify's access tokens, one for each client and user. */
const AMPLIFY_KEY = /^CognitoIdentityServiceProvider\..+\.accessToken$/
const LEAST_LEFT_MS = 60_000

/**
 * The access token in this browser's storage, read without the sign-in library. Undefined unless exactly one token
 * exists and it is valid for another minute: only the library can renew a token or choose between two.
 */
export function storedToken(storage: Record<string, string>, now: number): string | undefined {
  const [token, ...others] = Object.entries(storage).flatMap(([key, value]) => {
    if (key === LOCAL_TOKENS_KEY) return [textOf(parsed(value), 'accessToken')]
    return AMPLIFY_KEY.test(key) ? [value] : []
  })
  if (token === undefined || others.length > 0) return undefined
  const expiry = Number(textOf(parseClaims(token), 'exp')) * 1000
  return expiry - LEAST_LEFT_MS > now ? token : undefined
}

function parseClaims(token: string): unknown {
  const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
  try {
    return parsed(atob(payload))
  } catch {
    return undefined
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A string field of an unvalidated object. */
function textOf(value: unknown, field: string): string | undefined {
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, field)) return undefined
  const found: unknown = Reflect.get(value, field)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined
}
