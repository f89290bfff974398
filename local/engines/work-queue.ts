import { EngineError } from './engine.ts'

/** Runs one piece of work at a time, in the order in which they were added. */
interface WorkQueue {
  add<T>(work: () => Promise<T>): Promise<T>
  /** Resolves once all work added so far has ended. */
  idle(): Promise<void>
}

export function createWorkQueue(): WorkQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    add(work) {
      const result = last.then(work)
      last = result.catch(() => {})
      return result
    },
    idle: async () => void (await last),
  }
}

interface TryOptions {
  /** Whether the work is abandoned or the engine is closed. */
  isStopped(): boolean
  /** Ends the worker, so that the next attempt starts a fresh one. */
  endWorker(): Promise<void>
}

/**
 * Tries work on a worker that may crash, and once more on a fresh worker. An `EngineError` of the work is final.
 * @throws {EngineError} ENGINE_FAILED after the second crash; STOPPED; what the work throws
 */
export async function tryTwice<T>(work: () => Promise<T>, { isStopped, endWorker }: TryOptions): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    if (isStopped()) throw new EngineError('STOPPED', 'The work was abandoned, or the engine is closed.')
    try {
      return await work()
    } catch (cause) {
      if (cause instanceof EngineError && cause.code !== 'STOPPED') throw cause
      await endWorker()
      if (cause instanceof EngineError) throw cause
      if (tries === 2) throw new EngineError('ENGINE_FAILED', 'The engine crashed twice on this work.', { cause })
    }
  }
}
