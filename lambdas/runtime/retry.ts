import { setTimeout } from 'node:timers/promises'

/** How often and how patiently something is attempted. */
export interface Retry {
  attempts: number
  /** Bound of the first wait in milliseconds; it doubles with every attempt, up to `longestMs`. */
  firstMs: number
  longestMs: number
  /** 0 <= n < 1. Each wait is drawn at random below its bound, so that two that collided do not collide again. */
  random: () => number
  sleep: (ms: number) => Promise<unknown>
}

/** What an attempt knows about the next one. */
export interface Attempt {
  isLast: boolean
  /** Milliseconds until the next attempt. */
  waitMs: number
}

/** Waits for real, at random. */
export const clockAndDice: Pick<Retry, 'random' | 'sleep'> = { random: Math.random, sleep: setTimeout }

/**
 * Calls `attempt` until it gives an answer; `undefined` asks for another attempt. Answers `undefined` once the attempts
 * are used up. What an attempt throws ends the loop: an attempt decides itself which errors pass.
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
