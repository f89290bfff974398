import { setTimeout } from 'node:timers/promises'

/** How temporary errors are retried, beyond the SDK's own retries. */
export interface Patience {
  attempts: number
  /** Upper limit of the wait in milliseconds; each wait is random below a bound that doubles with every attempt. */
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

/** Whether the same request may succeed later. Step Functions retries the step for the same error names. */
export function isPassing(error: unknown): boolean {
  return error instanceof Error && PASSING.has(error.name)
}

/** Retries a call after temporary errors; throws any other error, and the last one once the attempts are used up. */
export async function patiently<Result>(call: () => Promise<Result>, patience: Patience): Promise<Result> {
  for (let round = 1; ; round += 1) {
    try {
      return await call()
    } catch (error) {
      if (!isPassing(error) || round >= patience.attempts) throw error
      await patience.sleep(patience.random() * Math.min(patience.longestMs, FIRST_MS * 2 ** round))
    }
  }
}
