import { vi } from 'vitest'

/** Waits until the check passes, almost until the time limit of a test, because a machine may be busy. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 100_000, interval: 50 })
}
