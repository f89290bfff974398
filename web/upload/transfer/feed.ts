import { HEARTBEAT_EVERY_MS } from '../../../lambdas/contract/limits.ts'
import type { Api } from '../../shared/api.ts'
import { codeOf } from '../../shared/request-failed.ts'

/** Codes that say that nobody awaits the bytes any more. */
const CLOSED: ReadonlySet<string | undefined> = new Set(['UPLOAD_CLOSED', 'NO_VIDEO'])

interface FeederRoom {
  api: Api
  /** Epoch ms. */
  now(): number
  /** Called with the reason once the server no longer awaits the upload: it was closed and refunded, or given up. */
  onClosed(error: unknown): void
}

/** Tells the server from time to time that bytes are on their way; it closes and refunds uploads that nobody feeds. */
export function createFeeder(key: string, { api, now, onClosed }: FeederRoom) {
  let fedAt = now()
  let most = 0
  const isDue = () => now() - fedAt >= HEARTBEAT_EVERY_MS
  const tell = async () => {
    fedAt = now()
    try {
      await api('reportHeartbeat', { parameters: { key } })
    } catch (error) {
      // Any other failure passes: the next progress tells again.
      if (CLOSED.has(codeOf(error))) onClosed(error)
    }
  }
  return {
    tell,
    /** Call with the number of bytes sent so far; a part that is sent again is no progress. */
    onProgress(sent: number) {
      if (sent <= most) return
      most = sent
      if (isDue()) void tell()
    },
    /** Asks whether an upload that took long was still awaited when its last byte arrived. */
    async makeSure() {
      if (isDue()) await tell()
    },
  }
}
