/** What the browser grants the site, and how much of it is used, in bytes. Safari before 17 does not say how much that is. */
export async function storageSpace(): Promise<{ quota: number; usage: number }> {
  const told = 'estimate' in navigator.storage ? await navigator.storage.estimate() : {}
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = told
  return { quota, usage }
}
