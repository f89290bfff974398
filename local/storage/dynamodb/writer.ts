import type { Stage, Store } from './store.ts'

/** How a batch that is being written is seen by what comes meanwhile. */
interface Flight {
  isTransaction: boolean
  landed: Promise<void>
}

export interface Writer {
  /**
   * Runs `evaluate` on a stage and commits what it wrote as one batch. Comes again when an item was being written by
   * another request meanwhile, unless that is a transaction's: then `onConflict` decides (it throws).
   */
  single<Result>(evaluate: (stage: Stage) => Result, onConflict: () => never): Promise<Result>
  /** As `single`, but never waits: `onConflict` gets the items in flight, whoever writes them, and throws. */
  transaction<Result>(
    evaluate: (stage: Stage) => Result,
    onConflict: (busy: Set<string>, stage: Stage) => never,
  ): Promise<Result>
  /** Whether a transaction is writing the item. */
  isInTransaction(itemKey: string): boolean
}

/**
 * Serializes writes to the same items. Evaluation is synchronous, so between reading and claiming an item nothing comes
 * in between; an item is claimed from there until its batch is on disk, which is one write to LevelDB's log.
 */
export function createWriter(store: Store): Writer {
  const flights = new Map<string, Flight>()

  const commit = async (stage: Stage, isTransaction: boolean): Promise<void> => {
    const operations = stage.operations()
    if (operations.length === 0) return
    const landed = store.db.batch(operations)
    const flight = { isTransaction, landed: landed.catch(() => {}) }
    for (const key of stage.locked) flights.set(key, flight)
    try {
      await landed
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
      if (busy.size > 0) onConflict(busy, stage)
      const value = result()
      await commit(stage, true)
      return value
    },

    isInTransaction: itemKey => flights.get(itemKey)?.isTransaction ?? false,
  }
}

/** Runs now, returns or throws later: an outcome computed from items in flight must not be believed. */
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
