import { afterEach, describe, expect, it, vi } from 'vitest'
import { defaultProvider } from '../../lambdas/runtime/credentials.ts'

afterEach(() => vi.unstubAllEnvs())

describe('the credentials of a function', () => {
  it('are those of its role, including the session token', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'ASIA1')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
    vi.stubEnv('AWS_SESSION_TOKEN', 'token')
    expect(await defaultProvider()()).toEqual({
      accessKeyId: 'ASIA1',
      secretAccessKey: 'secret',
      sessionToken: 'token',
    })
  })

  it('have no token if the environment has none, and are refused without keys', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIA1')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
    vi.stubEnv('AWS_SESSION_TOKEN', undefined)
    expect(await defaultProvider()()).toEqual({ accessKeyId: 'AKIA1', secretAccessKey: 'secret' })
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', undefined)
    await expect(defaultProvider()()).rejects.toThrow('no credentials')
  })
})
