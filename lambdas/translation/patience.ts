import { setTimeout } from 'node:timers/promises'

/** How passing troubles are borne, beyond what the SDK does itself. */
export interface Patience {
  attempts: number
  /** Longest wait before the next attempt, in milliseconds; drawn at random below a bound that doubles. */
  longestMs: number
  /** 0 <= n < 1. */
  random: () => number
  sleep: (ms: number) => Promise<unknown>
}

export const PATIENCE: Patience = { attempts: 5, longestMs: 20_000, random: Math.random, sleep: setTimeout }

const FIRST_MS = 500

const PASSING = new Set([
  'ThrottlingException',
  'TooManyRequestsException',
  'LimitExceededException',
  'ServiceUnavailableException',
  'InternalServerException',
  'InternalFailureException',
  'ModelTimeoutException',
  'ModelNotReadyException',
  'TimeoutError',
])

/** Whether the same request may succeed later; Step Functions retries the step by the same names. */
export function isPassing(error: unknown): boolean {
  return error instanceof Error && PASSING.has(error.name)
}

/** Calls until it succeeds; a passing trouble is waited out, and thrown when the attempts are used up. */
export async function patiently<Result>(call: () => Promise<Result>, patience: Patience): Promise<Result> {
  for (let round = 1; ; round++) {
    try {
      return await call()
    } catch (error) {
      if (!isPassing(error) || round >= patience.attempts) throw error
      await patience.sleep(patience.random() * Math.min(patience.longestMs, FIRST_MS * 2 ** round))
    }
  }
}
