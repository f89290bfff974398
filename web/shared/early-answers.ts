/** The response to an API request that was sent before the page's scripts were loaded. */
interface EarlyAnswer {
  response: Promise<Response>
  /** Time of `performance.now()`. */
  askedAt: number
}

declare global {
  /** Filled by the script that runs before the first paint; emptied by the API client. */
  var earlyAnswers: Map<string, EarlyAnswer> | undefined
}

/** A response that was not taken within this time is requested again. */
const GOOD_FOR_MS = 30_000

/**
 * The API requests that a member's screen sends first, besides user and balance. A test compares them with the screens.
 */
export function firstAddresses(path: string, search: string): string[] {
  const [, key] = /^\/user\/(\d{14})$/.exec(path) ?? []
  if (key) return [`/api/archive/${key}`, `/api/archive/${key}/project`]
  if (search === '' && (path === '/' || path === '/user')) return ['/api/archive?page=1']
  if (path === '/user/terms') return ['/api/glossary']
  if (path === '/account') return ['/api/tokens', '/api/payments']
  return []
}

/**
 * Sends requests before React, the API client and the sign-in library are loaded; `takeEarly` returns the responses.
 */
export function askEarly(addresses: readonly string[], token: string): void {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  globalThis.earlyAnswers = new Map(
    addresses.map(address => {
      const response = fetch(address, { headers })
      // The failure is reported to whoever takes the response.
      response.catch(() => {})
      return [address, { response, askedAt: performance.now() }]
    }),
  )
}

/** Takes the early response for an address, once. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const early = globalThis.earlyAnswers?.get(address)
  globalThis.earlyAnswers?.delete(address)
  return early && performance.now() - early.askedAt < GOOD_FOR_MS ? early.response : undefined
}

/** Discards the early responses, because the data may be changing. */
export function forgetEarly(): void {
  globalThis.earlyAnswers?.clear()
}
