import type { HttpApi, Rate } from './routes.ts'

/**
 * Token buckets as API Gateway documents them: one for all routes of a stage, and one for each route with its own rate.
 * Returns whether a request may pass, and if so takes a token.
 */
export function createThrottle(now: () => number): (api: HttpApi, routeKey: string) => boolean {
  const buckets = new Map<string, { tokens: number; at: number }>()

  function take(name: string, { perSecond, burst }: Rate): boolean {
    const at = now()
    const before = buckets.get(name) ?? { tokens: burst, at }
    const tokens = Math.min(burst, before.tokens + ((at - before.at) / 1000) * perSecond)
    buckets.set(name, { tokens: tokens >= 1 ? tokens - 1 : tokens, at })
    return tokens >= 1
  }

  return (api, routeKey) => {
    const own = api.ownRates[routeKey]
    if (own) return take(`${api.id} ${routeKey}`, own)
    return api.rate === undefined || take(api.id, api.rate)
  }
}
