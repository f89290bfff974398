import { describe, expect, it, vi } from 'vitest'
import { RequestFailed } from '../../../../web/shared/request-failed.ts'
import { ConnectionLost, StoreRefused } from '../../../../web/upload/errors.ts'
import { type Patience, patiently } from '../../../../web/upload/transfer/patience.ts'

function patience(changes: Partial<Patience> = {}) {
  const waits: number[] = []
  const pauses: boolean[] = []
  const given: Patience = {
    tries: 5,
    signal: new AbortController().signal,
    onPause: paused => pauses.push(paused),
    wait: async ms => void waits.push(ms),
    ...changes,
  }
  return { given, waits, pauses }
}

describe('work that fails for a transient reason', () => {
  it('is retried with growing pauses until it succeeds', async () => {
    const { given, waits, pauses } = patience()
    const work = vi.fn().mockRejectedValueOnce(new ConnectionLost()).mockRejectedValueOnce(new StoreRefused(503))
    work.mockResolvedValueOnce('done')
    expect(await patiently(work, given)).toBe('done')
    expect(waits).toEqual([1_000, 2_000])
    expect(pauses).toEqual([true, true, false])
  })

  it('fails after the last attempt', async () => {
    const { given } = patience({ tries: 3 })
    const work = vi.fn().mockRejectedValue(new RequestFailed('OFFLINE', { message: '' }))
    await expect(patiently(work, given)).rejects.toMatchObject({ code: 'OFFLINE' })
    expect(work).toHaveBeenCalledTimes(3)
  })

  it('never pauses longer than 30 seconds', async () => {
    const { given, waits } = patience({ tries: 12 })
    await expect(patiently(vi.fn().mockRejectedValue(new ConnectionLost()), given)).rejects.toThrow()
    expect(Math.max(...waits)).toBe(30_000)
  })
})

describe('work that is refused', () => {
  it.each([
    new StoreRefused(403),
    new RequestFailed('INSUFFICIENT_TOKENS', { message: '', status: 409 }),
    new Error('a mistake of ours'),
  ])('is not repeated: %s', async error => {
    const { given } = patience()
    const work = vi.fn().mockRejectedValue(error)
    await expect(patiently(work, given)).rejects.toBe(error)
    expect(work).toHaveBeenCalledOnce()
  })
})

it('work that the user stopped is not retried', async () => {
  const controller = new AbortController()
  const { given } = patience({ signal: controller.signal })
  const work = vi.fn(async () => {
    controller.abort()
    throw new ConnectionLost()
  })
  await expect(patiently(work, given)).rejects.toThrow(ConnectionLost)
  expect(work).toHaveBeenCalledOnce()
})
