import { setTimeout } from 'node:timers/promises'
import { JamakError } from '../contract/errors.ts'

/** How writes that met another one are tried again. */
export interface Retry {
  attempts: number
  /** Longest wait before the next attempt, in milliseconds; the wait is drawn at random below a bound that doubles. */
  longestMs: number
  /** 0 <= n < 1. */
  random: () => number
  sleep: (ms: number) => Promise<unknown>
}

const FIRST_MS = 20

export const RETRY: Retry = { attempts: 60, longestMs: 400, random: Math.random, sleep: setTimeout }

/** Rows that so many others were writing that no attempt came through. Nothing was written. */
export class ContentionError extends JamakError<'CONTENTION'> {
  constructor(options?: { cause?: unknown }) {
    super('CONTENTION', 'the rows were written by others at every attempt', options)
    this.name = 'ContentionError'
  }
}

/**
 * Calls `attempt` until it gives an answer; `undefined` means: others were writing, again after a random wait.
 * @throws ContentionError when the attempts are used up.
 */
export async function untilAnswered<Answer extends object>(
  attempt: () => Promise<Answer | undefined>,
  retry: Retry = RETRY,
): Promise<Answer> {
  for (let round = 0; round < retry.attempts; round++) {
    const answer = await attempt()
    if (answer) return answer
    await retry.sleep(retry.random() * Math.min(retry.longestMs, FIRST_MS * 2 ** round))
  }
  throw new ContentionError()
}
