import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberReturnPath, takeReturnPath } from '../../../../web/shared/session/use-sign-in.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'

describe('the path to return to after the sign-in', () => {
  beforeEach(() => {
    vi.stubGlobal('sessionStorage', memoryStorage())
    vi.stubGlobal('location', { origin: 'https://jamak.example' })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('is returned once, with its query', () => {
    rememberReturnPath('/checkout?package=tokens-430')
    expect(takeReturnPath()).toBe('/checkout?package=tokens-430')
    expect(takeReturnPath()).toBe('/')
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])(
    'never leads to another site: %s',
    path => {
      rememberReturnPath(path)
      expect(takeReturnPath()).toBe('/')
    },
  )
})
