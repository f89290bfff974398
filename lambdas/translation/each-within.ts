/** Runs `work` for each item, at most `limit` at once; the first failure is thrown when those under way have ended. */
export async function eachWithin<Item>(
  limit: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]()
  let failed = false
  const worker = async () => {
    for (let next = queue.next(); !next.done && !failed; next = queue.next()) {
      try {
        await work(next.value)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: limit }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
