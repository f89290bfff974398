import { proxy, releaseProxy, wrap } from 'comlink'
import { showToast } from '../layout/toasts.tsx'
import { isFull, storageSpace } from './free-space.ts'
import { findHandle } from './handles.ts'
import type { KeepWork } from './keep-video.worker.ts'
import { forgetOwnVideo, makeSpace, putOwnVideo, removeStrays } from './store.ts'
import { OWN_VIDEO } from './texts.ts'

/** Most bytes that all copies may take in total. */
const MOST_BYTES = 2 * 1024 ** 3
/** Most that copies may take of the space that the browser grants the site. */
const MOST_SHARE = 0.25

let last: Promise<unknown> = Promise.resolve()

interface Keeping {
  /** Epoch ms. */
  now(): number
  /** Receives the finished share, from 0 to 1. A large file takes minutes. */
  onShare?(share: number): void
  signal?: AbortSignal
}

/**
 * Remembers the user's video for an entry, one at a time: its handle if the browser provides one, otherwise a copy in
 * the origin's private storage, at lower resolution if it is large. Returns whether it is remembered; a message tells the
 * user why not, unless it was aborted.
 */
export function keepOwnVideo(key: string, file: Blob, name: string, keeping: Keeping): Promise<boolean> {
  const kept = last.then(() => keepOrTell(key, file, name, keeping))
  last = kept
  return kept
}

async function keepOrTell(key: string, file: Blob, name: string, keeping: Keeping): Promise<boolean> {
  try {
    if (await keep(key, file, name, keeping)) return true
    showToast({ kind: 'error', text: OWN_VIDEO.unreadable })
  } catch (error) {
    if (keeping.signal?.aborted) return false
    console.warn(error)
    showToast({ kind: 'error', text: isFull(error) ? OWN_VIDEO.full : OWN_VIDEO.unreadable })
  }
  return false
}

async function keep(key: string, file: Blob, name: string, { now, onShare, signal }: Keeping): Promise<boolean> {
  const handle = await findHandle(file)
  const common = { key, name, usedAt: now() }
  if (handle) {
    await putOwnVideo({ ...common, type: file.type, bytes: 0, handle })
    return true
  }
  await removeStrays()
  const budget = Math.min(MOST_BYTES, (await storageSpace()).quota * MOST_SHARE)
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./keep-video.worker.ts', import.meta.url), { type: 'module' })
  const work = wrap<KeepWork>(worker)
  try {
    const ended = new Promise<never>((_, reject) => {
      worker.addEventListener('error', ({ message }) => reject(new Error(message || 'the worker did not start')))
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
    const copy = await Promise.race([work.copy(key, file, budget, proxy(onShare ?? ignore)), ended])
    if (!copy) return false
    if (!(await makeSpace(copy.bytes, budget))) throw new DOMException('larger than expected', 'QuotaExceededError')
    await putOwnVideo({ ...common, ...copy, usedAt: now() })
    return true
  } catch (error) {
    worker.terminate()
    await forgetOwnVideo(key)
    throw error
  } finally {
    work[releaseProxy]()
    worker.terminate()
  }
}

function ignore(): void {}
