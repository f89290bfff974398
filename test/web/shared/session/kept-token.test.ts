import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetToken, keepToken, readKeptToken } from '../../../../web/shared/session/kept-token.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'

const NOW = 1_700_000_000_000

describe('the kept access token', () => {
  beforeEach(() => vi.stubGlobal('localStorage', memoryStorage()))
  afterEach(() => vi.unstubAllGlobals())

  it('is returned while it is valid for more than a minute', () => {
    keepToken('a.b.c', NOW + 61_000)
    expect(readKeptToken(NOW)).toBe('a.b.c')
    expect(readKeptToken(NOW + 1_000)).toBeUndefined()
  })

  it('is gone once it is forgotten', () => {
    keepToken('a.b.c', NOW + 61_000)
    forgetToken()
    expect(readKeptToken(NOW)).toBeUndefined()
  })

  it.each(['', ' ', 'x', 'x y', 'Infinity', '{"accessToken":"a.b.c"}'])('is not read from %j', text => {
    localStorage.setItem('jamak.access-token', text)
    expect(readKeptToken(NOW)).toBeUndefined()
  })
})
