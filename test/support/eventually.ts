import { vi } from 'vitest'

/** Waits until the check passes, for as long as a busy machine may need. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 30_000, interval: 50 })
}
