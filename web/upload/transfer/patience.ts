import { mayPass } from '../../shared/request-failed.ts'
import { ConnectionLost, StoreRefused } from '../errors.ts'

export interface Patience {
  /** Attempts before giving up. */
  tries: number
  /** Called with `true` before each wait and with `false` after each success. */
  onPause(paused: boolean): void
  signal: AbortSignal
  /** Waits `ms`, or until the network is back. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** Runs `work` and retries it with growing pauses after network and transient failures. Refusals are not retried. */
export async function patiently<Value>(work: () => Promise<Value>, patience: Patience): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const value = await work()
      patience.onPause(false)
      return value
    } catch (error) {
      if (!isPassing(error) || patience.signal.aborted || attempt >= patience.tries) throw error
      patience.onPause(true)
      await patience.wait(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)), patience.signal)
    }
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true
  if (error instanceof StoreRefused) return error.status >= 500 || error.status === 408 || error.status === 429
  return mayPass(error)
}

/** Waits `ms`, or less if the network comes back; without a network, waits for it. Rejects when `signal` aborts. */
export function waitForNetwork(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => navigator.onLine && finish(), ms)
    const finish = () => {
      clearTimeout(timer)
      window.removeEventListener('online', finish)
      signal.removeEventListener('abort', abort)
      resolve()
    }
    const abort = () => {
      clearTimeout(timer)
      window.removeEventListener('online', finish)
      reject(signal.reason)
    }
    window.addEventListener('online', finish)
    signal.addEventListener('abort', abort, { once: true })
  })
}
