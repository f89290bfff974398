import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  discardPrefetched,
  firstAddresses,
  isPrefetched,
  prefetch,
  takePrefetched,
} from '../../../web/shared/prefetched.ts'
import { eventually } from '../../support/eventually.ts'

describe('a prefetched response', () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{}'))
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', fetch)
    prefetch(['/api/me', '/api/glossary'], 'token')
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    fetch.mockClear()
    globalThis.prefetchedResponses = undefined
  })

  it('is requested with the user’s token', () => {
    expect(fetch.mock.calls.map(([address]) => address)).toEqual(['/api/me', '/api/glossary'])
    expect(new Headers(fetch.mock.calls[0]?.[1]?.headers).get('authorization')).toBe('Bearer token')
  })

  it('can be taken once', async () => {
    expect(await takePrefetched('/api/me')).toBeInstanceOf(Response)
    expect(takePrefetched('/api/me')).toBeUndefined()
    expect(takePrefetched('/api/tokens')).toBeUndefined()
  })

  it('can be taken without waiting once it has arrived, unless it is a refusal', async () => {
    fetch.mockImplementation(async address => new Response('{}', { status: address === '/api/me' ? 200 : 403 }))
    prefetch(['/api/me', '/api/glossary'], 'token')
    expect(isPrefetched('/api/me')).toBe(false)
    await eventually(() => expect(isPrefetched('/api/me')).toBe(true))
    expect(isPrefetched('/api/glossary')).toBe(false)
    await takePrefetched('/api/me')
    expect(isPrefetched('/api/me')).toBe(false)
    fetch.mockImplementation(async () => new Response('{}'))
  })

  it('is stale after half a minute', () => {
    vi.advanceTimersByTime(31_000)
    expect(takePrefetched('/api/me')).toBeUndefined()
  })

  it('is discarded when something changes', () => {
    discardPrefetched()
    expect(takePrefetched('/api/me')).toBeUndefined()
  })

  it('is requested only at addresses whose screen shows it first', () => {
    for (const [path, search] of [
      ['/user', '?page=2'],
      ['/user/1', ''],
      ['/signed-in', '?code=1'],
      ['/terms', ''],
    ] as const)
      expect(firstAddresses(path, search)).toEqual([])
  })
})
