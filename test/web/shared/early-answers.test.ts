import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askEarly, firstAddresses, forgetEarly, takeEarly } from '../../../web/shared/early-answers.ts'

describe('an early response', () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{}'))
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', fetch)
    askEarly(['/api/me', '/api/glossary'], 'token')
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    fetch.mockClear()
    globalThis.earlyAnswers = undefined
  })

  it('is requested with the user’s token', () => {
    expect(fetch.mock.calls.map(([address]) => address)).toEqual(['/api/me', '/api/glossary'])
    expect(new Headers(fetch.mock.calls[0]?.[1]?.headers).get('authorization')).toBe('Bearer token')
  })

  it('can be taken once', async () => {
    expect(await takeEarly('/api/me')).toBeInstanceOf(Response)
    expect(takeEarly('/api/me')).toBeUndefined()
    expect(takeEarly('/api/tokens')).toBeUndefined()
  })

  it('expires after half a minute', () => {
    vi.advanceTimersByTime(31_000)
    expect(takeEarly('/api/me')).toBeUndefined()
  })

  it('is discarded when something changes', () => {
    forgetEarly()
    expect(takeEarly('/api/me')).toBeUndefined()
  })

  it('is requested only at the addresses of screens that show it first', () => {
    for (const [path, search] of [
      ['/user', '?page=2'],
      ['/user/1', ''],
      ['/signed-in', '?code=1'],
      ['/terms', ''],
    ] as const)
      expect(firstAddresses(path, search)).toEqual([])
  })
})
