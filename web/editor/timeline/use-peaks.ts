import { useEffect, useState } from 'react'
import { loadPart } from '../../shared/load-part.ts'
import type { readPeaks } from './waveform-data.ts'

/** The stored waveform of a subtitle. */
export interface StoredPeaks {
  /** URL to read it from; absent until an editor has stored it. */
  url: string | undefined
  /** Stores it. Must not change between renders. */
  store(base64: string): Promise<unknown>
}

/**
 * Returns the loudness of the whole sound, stored by an earlier visit or else measured and stored; `isUndecodable` if
 * this browser cannot measure it.
 */
export function usePeaks(
  stored: StoredPeaks | undefined,
  source: Blob | string | undefined,
  durationMs: number,
): { peaks: Uint8Array | undefined; isUndecodable: boolean } {
  const [peaks, setPeaks] = useState<Uint8Array>()
  const [isUndecodable, setUndecodable] = useState(false)
  const url = stored?.url
  const store = stored?.store
  const [isStored, setIsStored] = useState(url !== undefined)
  useEffect(() => {
    if (url === undefined) return
    fetchPeaks(url).then(setPeaks, (error: unknown) => {
      console.warn(error)
      setIsStored(false)
    })
  }, [url])
  useEffect(() => {
    if (isStored || source === undefined || durationMs <= 0) return
    const abort = new AbortController()
    setUndecodable(false)
    computePeaks(source, durationMs, { signal: abort.signal, onPeaks: setPeaks })
      .then(async found => {
        if (!found || abort.signal.aborted) return
        setPeaks(found)
        setIsStored(true)
        await store?.(await base64Of(found))
      })
      .catch((error: unknown) => {
        if (abort.signal.aborted) return
        console.warn(error)
        setUndecodable(true)
      })
    return () => abort.abort()
  }, [isStored, source, durationMs, store])
  return { peaks, isUndecodable }
}

/** The decoder is loaded on first use. */
const loadReader = loadPart(() => import('./waveform-data.ts'))

async function computePeaks(...args: Parameters<typeof readPeaks>): Promise<Uint8Array | undefined> {
  return (await loadReader()).readPeaks(...args)
}

async function fetchPeaks(url: string): Promise<Uint8Array> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the store returned ${response.status} for the waveform`)
  return new Uint8Array(await response.arrayBuffer())
}

function base64Of(bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(new Blob([new Uint8Array(bytes)]))
  })
}
