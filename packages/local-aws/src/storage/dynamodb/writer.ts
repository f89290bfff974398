import type { Stage, Store } from './store.ts'

/** A batch that is being written to disk. */
interface Flight {
  isTransaction: boolean
  landed: Promise<void>
}

export interface Writer {
  /**
   * Runs `evaluate` on a stage and commits its writes as one batch. If another request is writing one of the items, it
   * waits and evaluates again; if a transaction is, it calls `onConflict`, which throws.
   */
  single<Result>(evaluate: (stage: Stage) => Result, onConflict: () => never): Promise<Result>
  /** Like `single`, but never waits: `onConflict` gets the items that are being written, and throws. */
  transaction<Result>(evaluate: (stage: Stage) => Result, onConflict: (busy: Set<string>) => never): Promise<Result>
}

/**
 * Serializes writes to the same items. Evaluation is synchronous, so nothing happens between reading an item and
 * claiming it. The claim lasts until the batch is on disk, which is one write to LevelDB's log. After a failed write,
 * for example on a full disk, all others fail too: LevelDB would append them to a torn record and lose them at its next start.
 */
export function createWriter(store: Store): Writer {
  const flights = new Map<string, Flight>()
  const failures: unknown[] = []
  const refuseAfterFailure = (): void => {
    if (failures.length > 0) throw failures[0]
  }

  const commit = async (stage: Stage, isTransaction: boolean): Promise<void> => {
    const operations = stage.operations()
    if (operations.length === 0) return
    refuseAfterFailure()
    const landed = store.db.batch(operations)
    const flight = { isTransaction, landed: landed.catch(() => {}) }
    for (const key of stage.locked) flights.set(key, flight)
    try {
      await landed
      refuseAfterFailure()
    } catch (error) {
      failures.push(error)
      throw error
    } finally {
      for (const key of stage.locked) flights.delete(key)
    }
  }

  return {
    async single(evaluate, onConflict) {
      for (;;) {
        const stage = store.stage()
        const result = attempt(() => evaluate(stage))
        const busy = stage.locked.map(key => flights.get(key)).filter(flight => flight !== undefined)
        if (busy.some(flight => flight.isTransaction)) onConflict()
        if (busy.length === 0) {
          const value = result()
          await commit(stage, false)
          return value
        }
        await Promise.all(busy.map(flight => flight.landed))
      }
    },

    async transaction(evaluate, onConflict) {
      const stage = store.stage()
      const result = attempt(() => evaluate(stage))
      const busy = new Set(stage.locked.filter(key => flights.has(key)))
      if (busy.size > 0) onConflict(busy)
      const value = result()
      await commit(stage, true)
      return value
    },
  }
}

/** Runs now, and returns or throws later: an outcome computed from items that are being written must not be used. */
function attempt<Result>(run: () => Result): () => Result {
  try {
    const value = run()
    return () => value
  } catch (error) {
    return () => {
      throw error
    }
  }
}
