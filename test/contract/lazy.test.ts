import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { lazy, lazyObject } from '../../lambdas/contract/lazy.ts'

describe('the contract', () => {
  it('builds few of its 1,200 schemas before one is used', async () => {
    let built = 0
    vi.resetModules()
    Object.assign(z.config(), { postProcessor: () => (built += 1) })
    const { ROUTES } = await import('../../lambdas/contract/routes.ts')
    expect(built).toBeGreaterThan(0)
    expect(built).toBeLessThan(100)
    ROUTES.me.response.safeParse({})
    expect(built).toBeLessThan(120)
    Object.assign(z.config(), { postProcessor: undefined })
  })
})

describe('a lazy schema', () => {
  it('is built once, and is the same for every schema that is derived from it', () => {
    let built = 0
    const name = lazy(() => {
      built += 1
      return z.string().max(3)
    })
    const named = lazyObject(() => ({ name, more: name.optional() }))
    expect(built).toBe(0)
    expect(named.parse({ name: 'abc' })).toEqual({ name: 'abc' })
    expect(named.extend({ at: z.int() }).safeParse({ name: 'abcd', at: 1 }).error?.issues[0]?.path).toEqual(['name'])
    expect(named.shape.more.unwrap()).toBe(name)
    expect(name instanceof z.ZodString).toBe(true)
    expect(built).toBe(1)
  })
})
