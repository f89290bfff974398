/** Bytes that the browser grants the site, and bytes in use. Safari before 17 reports neither. */
export async function storageSpace(): Promise<{ quota: number; usage: number }> {
  const told = 'estimate' in navigator.storage ? await navigator.storage.estimate() : {}
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = told
  return { quota, usage }
}

/** Whether a write failed because the browser grants no more space. Workers' errors keep their names. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError'
}
