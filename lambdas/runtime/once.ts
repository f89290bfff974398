/** Runs `start` at the first call and returns its result at every call; after a failure, the next call tries again. */
export function once<Value>(start: () => Promise<Value>): () => Promise<Value> {
  let started: Promise<Value> | undefined
  return () => {
    started ??= start().catch((error: unknown) => {
      started = undefined
      throw error
    })
    return started
  }
}
