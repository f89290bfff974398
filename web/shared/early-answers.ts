/** An answer of the API that was asked for before the page's scripts had loaded. */
interface EarlyAnswer {
  response: Promise<Response>
  /** Of `performance.now()`. */
  askedAt: number
}

declare global {
  /** Filled by the script that runs before the first paint, emptied by the API client. */
  var earlyAnswers: Map<string, EarlyAnswer> | undefined
}

/** An answer that nobody took this long is asked for again. */
const GOOD_FOR_MS = 30_000

/** What a member's screen asks the API for first, besides the user and the balance. A test compares this with the screens. */
export function firstAddresses(path: string, search: string): string[] {
  const [, key] = /^\/user\/(\d{14})$/.exec(path) ?? []
  if (key) return [`/api/archive/${key}`, `/api/archive/${key}/project`]
  if (search === '' && (path === '/' || path === '/user')) return ['/api/archive?page=1']
  if (path === '/user/terms') return ['/api/glossary']
  if (path === '/account') return ['/api/tokens', '/api/payments']
  return []
}

/** Asks before React, the API client and the sign-in library are there; `takeEarly` hands the answers over. */
export function askEarly(addresses: readonly string[], token: string): void {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  globalThis.earlyAnswers = new Map(
    addresses.map(address => {
      const response = fetch(address, { headers })
      // Whoever takes the answer sees its failure.
      response.catch(() => {})
      return [address, { response, askedAt: performance.now() }]
    }),
  )
}

/** The early answer for an address, once. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const early = globalThis.earlyAnswers?.get(address)
  globalThis.earlyAnswers?.delete(address)
  return early && performance.now() - early.askedAt < GOOD_FOR_MS ? early.response : undefined
}

/** Forgets the early answers: what they say may be changing. */
export function forgetEarly(): void {
  globalThis.earlyAnswers?.clear()
}
