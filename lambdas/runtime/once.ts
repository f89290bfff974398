/** Runs `start` at the first call and returns its result at every call; a failure is forgotten, so the next call tries again. */
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
