import { describe, expect, it } from 'vitest'
import { originGuard } from '../../lambdas/runtime/origin.ts'

const NEW = 'n'.repeat(40)
const OLD = 'o'.repeat(40)

describe('an API behind a firewall', () => {
  const guard = originGuard(async () => JSON.stringify({ value: NEW, previous: OLD }))

  it('answers to CloudFront, with the new secret and with the one before', async () => {
    expect(await guard({ 'x-jamak-origin': NEW })).toBe(true)
    expect(await guard({ 'x-jamak-origin': OLD })).toBe(true)
  })

  it('answers to nobody else', async () => {
    expect(await guard({})).toBe(false)
    expect(await guard({ 'x-jamak-origin': '' })).toBe(false)
    expect(await guard({ 'x-jamak-origin': `${NEW}x` })).toBe(false)
  })

  it('answers to nobody while the secret is short or missing, rather than to everybody', async () => {
    await expect(originGuard(async () => '{"value":"short"}')({ 'x-jamak-origin': 'short' })).rejects.toThrow()
  })
})
