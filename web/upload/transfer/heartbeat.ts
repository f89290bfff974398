import { HEARTBEAT_EVERY_MS } from '../../../lambdas/contract/limits.ts'
import type { Api } from '../../shared/api.ts'
import { codeOf } from '../../shared/request-failed.ts'

/** Codes that mean the upload is no longer awaited. */
const CLOSED: ReadonlySet<string | undefined> = new Set(['UPLOAD_CLOSED', 'NO_VIDEO'])

interface HeartbeatDeps {
  api: Api
  /** Epoch ms. */
  now(): number
  /** Called with the reason once the server no longer awaits the upload: closed and refunded, or cancelled. */
  onClosed(error: unknown): void
}

/** Reports to the server that bytes are moving; the server closes and refunds stale uploads. */
export function createHeartbeat(key: string, { api, now, onClosed }: HeartbeatDeps) {
  let sentAt = now()
  let furthest = 0
  const isDue = () => now() - sentAt >= HEARTBEAT_EVERY_MS
  const send = async () => {
    sentAt = now()
    try {
      await api('reportHeartbeat', { parameters: { key } })
    } catch (error) {
      // Ignore other failures: the next progress reports again.
      if (CLOSED.has(codeOf(error))) onClosed(error)
    }
  }
  return {
    send,
    /** Call with the total bytes sent; a repeated part is not progress. */
    onProgress(sent: number) {
      if (sent <= furthest) return
      furthest = sent
      if (isDue()) void send()
    },
    /** Checks that a long upload was still awaited when its last byte arrived. */
    async confirmAwaited() {
      if (isDue()) await send()
    },
  }
}
