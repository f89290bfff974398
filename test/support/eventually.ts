import { vi } from 'vitest'

/** Waits until the check passes, for as long as a busy machine may need: almost until the limit of a test. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 100_000, interval: 50 })
}
