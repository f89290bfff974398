import { ThrottledError } from './errors.ts'

/** Concurrent executions that AWS grants an account and region. New accounts start with as few as 10. */
const DEFAULT_CONCURRENCY = 1000

/** The executions of all functions of the account, counted together. */
export interface Concurrency {
  /**
   * Runs an invocation.
   * @throws ThrottledError, without running it, while the limit is reached
   */
  within<Result>(run: () => Promise<Result>): Promise<Result>
}

/** Counts executions against the account's limit. */
export function createConcurrency(limit: number = DEFAULT_CONCURRENCY): Concurrency {
  let running = 0
  return {
    async within(run) {
      if (running >= limit) throw new ThrottledError()
      running += 1
      try {
        return await run()
      } finally {
        running -= 1
      }
    },
  }
}
