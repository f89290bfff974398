import { setTimeout } from 'node:timers/promises'
import { RETRIED_ERRORS } from '../contract/retried-errors.ts'

/** Number of attempts, and the waits between them. */
export interface Retry {
  attempts: number
  /** Upper bound of the first wait, in milliseconds. It doubles with each attempt, up to `longestMs`. */
  firstMs: number
  longestMs: number
  /** 0 <= n < 1. Each wait is a random share of its bound, so that two colliding writers do not collide again. */
  random: () => number
  sleep: (ms: number) => Promise<unknown>
}

/** What an attempt can learn about the next one. */
export interface Attempt {
  isLast: boolean
  /** Milliseconds until the next attempt. */
  waitMs: number
}

/** Real waits and random numbers. */
export const realTimeAndRandomness: Pick<Retry, 'random' | 'sleep'> = { random: Math.random, sleep: setTimeout }

/**
 * Calls `attempt` until it returns a result; `undefined` requests another attempt. Returns `undefined` once the
 * attempts are used up. An exception ends the loop: `attempt` decides itself which errors are transient.
 */
export async function retrying<Answer extends object>(
  attempt: (each: Attempt) => Promise<Answer | undefined>,
  { attempts, firstMs, longestMs, random, sleep }: Retry,
): Promise<Answer | undefined> {
  for (let round = 0; round < attempts; round += 1) {
    const isLast = round === attempts - 1
    const waitMs = random() * Math.min(longestMs, firstMs * 2 ** round)
    const answer = await attempt({ isLast, waitMs })
    if (answer) return answer
    if (!isLast) await sleep(waitMs)
  }
  return undefined
}

const PASSING = new Set<string>(RETRIED_ERRORS)

/** Whether the same request may succeed later: the errors for which Step Functions retries a step. */
export function isPassing(error: unknown): error is Error {
  return error instanceof Error && PASSING.has(error.name)
}

/** Repeats a call after transient errors. Throws any other error, and the last one once the attempts are used up. */
export async function retryingPassing<Result>(call: () => Promise<Result>, retry: Retry): Promise<Result> {
  const done = await retrying(async ({ isLast }) => {
    try {
      return { result: await call() }
    } catch (error) {
      if (isLast || !isPassing(error)) throw error
      return undefined
    }
  }, retry)
  if (!done) throw new RangeError('a call needs at least one attempt')
  return done.result
}
