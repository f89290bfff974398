import { describe, expect, it } from 'vitest'
import { originGuard } from '../../lambdas/runtime/origin.ts'

const NEW = 'n'.repeat(40)
const OLD = 'o'.repeat(40)

describe('an API behind a firewall', () => {
  const guard = originGuard(async () => JSON.stringify({ value: NEW, previous: OLD }))

  it('accepts requests from CloudFront with the new secret and with the previous one', async () => {
    expect(await guard({ 'x-jamak-origin': NEW })).toBe(true)
    expect(await guard({ 'x-jamak-origin': OLD })).toBe(true)
  })

  it('refuses all others', async () => {
    expect(await guard({})).toBe(false)
    expect(await guard({ 'x-jamak-origin': '' })).toBe(false)
    expect(await guard({ 'x-jamak-origin': `${NEW}x` })).toBe(false)
  })

  it('refuses everyone while the secret is short or missing', async () => {
    await expect(originGuard(async () => '{"value":"short"}')({ 'x-jamak-origin': 'short' })).rejects.toThrow()
  })
})
