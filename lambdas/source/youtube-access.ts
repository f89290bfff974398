import * as z from 'zod'

/** The part of the secret that fetching needs; the key of the Data API is another room's. */
const secret = z.looseObject({ proxy: z.string().min(1).optional(), cookies: z.string().min(1).optional() })

/** Proxy and cookies of the operator, where the secret has them. */
export function youtubeAccess(json: string): { proxy?: string; cookies?: string } {
  const parsed = secret.safeParse(unlessBroken(json))
  // Without the cause: it would quote the secret.
  if (!parsed.success) throw new Error('the YouTube secret is not JSON {apiKey, proxy?, cookies?}')
  const { proxy, cookies } = parsed.data
  return { proxy, cookies }
}

function unlessBroken(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
