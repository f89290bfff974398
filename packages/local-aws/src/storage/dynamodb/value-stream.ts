import { Stream } from 'node:stream'
import type { DynaliteStore } from 'dynalite/types'

/** Values read from the database at once. */
const CHUNK = 100

type Database = DynaliteStore['db']

/**
 * Streams the values of a range to dynalite's Query and Scan: `data`, then `end` or `error`. dynalite's own stream
 * fetches every value separately, which takes several turns of the event loop each.
 */
export function createValueStream(db: Database, range: Parameters<Database['values']>[0]): Stream {
  const stream = new ValueStream()
  void stream.read(db.values(range))
  return stream
}

class ValueStream extends Stream {
  #isOver = false

  /** Called by dynalite once it has enough values. */
  destroy(): void {
    this.#isOver = true
  }

  async read(values: ReturnType<Database['values']>): Promise<void> {
    try {
      for (let chunk = await values.nextv(CHUNK); chunk.length > 0; chunk = await values.nextv(CHUNK))
        for (const value of chunk) {
          if (this.#isOver) return
          this.emit('data', value)
        }
      this.emit('end')
    } catch (error) {
      this.emit('error', error)
    } finally {
      await values.close()
    }
  }
}
