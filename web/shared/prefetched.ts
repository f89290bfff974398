/** An API response that was requested before the page's scripts had loaded. */
interface Prefetched {
  response: Promise<Response>
  /** From `performance.now()`. */
  requestedAt: number
  /** Whether the response has begun to arrive and is not a refusal. */
  isHere: boolean
}

declare global {
  /** Filled by the script that runs before the first paint, emptied by the API client. */
  var prefetchedResponses: Map<string, Prefetched> | undefined
}

/** After this time a response that was not used is requested again. */
const GOOD_FOR_MS = 30_000

/** The entry's key in the address of its editor; undefined for any other address. */
export function editorKey(path: string): string | undefined {
  return /^\/user\/(\d{14})$/.exec(path)?.[1]
}

/** What a member's screen requests first besides the user and the balance. A browser test compares this with the screens. */
export function firstAddresses(path: string, search: string): string[] {
  const key = editorKey(path)
  if (key) return [`/api/archive/${key}`, `/api/archive/${key}/project`]
  if (search === '' && (path === '/' || path === '/user')) return ['/api/archive?page=1']
  if (search === '' && path === '/user/terms') return ['/api/glossary']
  if (path === '/addtoken') return ['/api/tokens']
  if (path === '/account') return ['/api/tokens', '/api/payments']
  return []
}

/** Requests `addresses` before React, the API client and the sign-in library have loaded; see `takePrefetched`. */
export function prefetch(addresses: readonly string[], token: string): void {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  globalThis.prefetchedResponses = new Map(
    addresses.map(address => {
      const prefetched = { response: fetch(address, { headers }), requestedAt: performance.now(), isHere: false }
      prefetched.response.then(
        ({ ok }) => {
          prefetched.isHere = ok
        },
        // The caller of `takePrefetched` handles a failure.
        () => {},
      )
      return [address, prefetched]
    }),
  )
}

/** Whether the response for an address can be taken without waiting for the server. */
export function isPrefetched(address: string): boolean {
  return globalThis.prefetchedResponses?.get(address)?.isHere ?? false
}

/** Returns the prefetched response for an address and removes it. */
export function takePrefetched(address: string): Promise<Response> | undefined {
  const prefetched = globalThis.prefetchedResponses?.get(address)
  globalThis.prefetchedResponses?.delete(address)
  return prefetched && performance.now() - prefetched.requestedAt < GOOD_FOR_MS ? prefetched.response : undefined
}

/** Discards all prefetched responses, because a change makes them stale. */
export function discardPrefetched(): void {
  globalThis.prefetchedResponses?.clear()
}
