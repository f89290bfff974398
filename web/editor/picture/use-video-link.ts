import { useState } from 'react'
import { useServices } from '../../shared/services.ts'

/** A link that fails this soon after it was issued has not expired. */
const FRESH_MS = 10_000

/** The link to the stored upload, which expires after a quarter of an hour. */
export function useVideoLink(entryKey: string, first: string | undefined) {
  const { api } = useServices()
  const [renewed, setRenewed] = useState<{ url: string; at: number }>()
  /** Requests a new link; false if there is none, or if the failed one was new. */
  const renew = async (): Promise<boolean> => {
    if (renewed && Date.now() - renewed.at < FRESH_MS) return false
    const { url } = await api('videoLink', { parameters: { key: entryKey } }).catch(() => ({ url: undefined }))
    if (url !== undefined) setRenewed({ url, at: Date.now() })
    return url !== undefined
  }
  return { url: renewed?.url ?? first, renew }
}
