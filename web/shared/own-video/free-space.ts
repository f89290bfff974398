/** Bytes that Safari before 17, which tells nothing, is assumed to grant: what it gives without asking the user. */
const ASSUMED_QUOTA = 1024 ** 3

/** What the browser grants the site, and how much of it is used, in bytes. */
export async function storageSpace(): Promise<{ quota: number; usage: number }> {
  const told = 'estimate' in navigator.storage ? await navigator.storage.estimate() : {}
  const { quota = ASSUMED_QUOTA, usage = 0 } = told
  return { quota, usage }
}
