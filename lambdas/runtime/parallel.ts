/**
 * Runs `work` for every item, at most `atOnce` at a time. After a failure no more work starts, and the error is thrown
 * once all running work has ended: Lambda would freeze whatever still runs after the response.
 */
export async function inParallel<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  async function* each() {
    yield* items
  }
  const queue = each()
  const worker = async () => {
    // Leaving the loop early ends the queue for all workers.
    for await (const item of queue) await work(item)
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
