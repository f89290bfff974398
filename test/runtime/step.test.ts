import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { RETRIED_ERRORS } from '../../lambdas/contract/retried-errors.ts'
import { BusinessError, step } from '../../lambdas/runtime/step.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

/** The name that Step Functions sees of an error thrown in a step. */
async function nameOf(error: unknown): Promise<string> {
  const thrown = await step(z.unknown(), async () => Promise.reject(error))({}).catch((reason: unknown) => reason)
  if (!(thrown instanceof Error)) throw new Error('the step threw no error')
  return thrown.name
}

const service = (name: string, httpStatusCode: number) =>
  Object.assign(new Error('of a service'), { name, $metadata: { httpStatusCode } })

describe('an error thrown in a step', () => {
  it('keeps its name: our own codes and those of services', async () => {
    expect(await nameOf(new BusinessError('NO_SPEECH', 'nobody speaks'))).toBe('NO_SPEECH')
    expect(await nameOf(service('SlowDown', 503))).toBe('SlowDown')
    expect(await nameOf(service('AccessDenied', 403))).toBe('AccessDenied')
    expect(await nameOf(new RangeError('a defect of ours'))).toBe('RangeError')
  })

  it('is retried if a connection broke, or if a service failed without naming the error (S3 responding to HEAD)', async () => {
    expect(RETRIED_ERRORS).toContain('ServiceUnavailable')
    for (const code of ['ECONNRESET', 'EPIPE', 'EAI_AGAIN'])
      expect(await nameOf(Object.assign(new Error('read'), { code }))).toBe('ServiceUnavailable')
    expect(await nameOf(service('Unknown', 503))).toBe('ServiceUnavailable')
    expect(await nameOf(service('Unknown', 403))).toBe('Unknown')
  })

  it('keeps the cause', async () => {
    const cause = Object.assign(new Error('read'), { code: 'ECONNRESET' })
    await expect(step(z.unknown(), async () => Promise.reject(cause))({})).rejects.toMatchObject({ cause })
  })
})
