import { useEffect, useState } from 'react'
import { loadPart } from '../shared/load-part.ts'
import type { readPeaks } from './waveform-data.ts'

/** URLs of the stored waveform: to read it, or to store it once. */
export interface PeaksUrls {
  read?: string
  write?: string
}

/** The loudness of the whole sound, as stored by an earlier visit, or measured once and then stored. */
export function usePeaks(
  urls: PeaksUrls,
  source: Blob | string | undefined,
  durationMs: number,
): Uint8Array | undefined {
  const [peaks, setPeaks] = useState<Uint8Array>()
  const { read, write } = urls
  const [isStored, setIsStored] = useState(read !== undefined)
  useEffect(() => {
    if (read === undefined) return
    fetchPeaks(read).then(setPeaks, (error: unknown) => {
      console.warn(error)
      setIsStored(false)
    })
  }, [read])
  useEffect(() => {
    if (isStored || source === undefined || durationMs <= 0) return
    const abort = new AbortController()
    computePeaks(source, durationMs, { signal: abort.signal, onPeaks: setPeaks })
      .then(async found => {
        if (!found || abort.signal.aborted) return
        setPeaks(found)
        setIsStored(true)
        if (write !== undefined) await storePeaks(write, found)
      })
      .catch((error: unknown) => {
        if (!abort.signal.aborted) console.warn(error)
      })
    return () => abort.abort()
  }, [isStored, source, durationMs, write])
  return peaks
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

async function storePeaks(url: string, peaks: Uint8Array): Promise<void> {
  const body = new Blob([new Uint8Array(peaks)], { type: 'application/octet-stream' })
  const response = await fetch(url, { method: 'PUT', body })
  if (!response.ok) throw new Error(`the store returned ${response.status} for a new waveform`)
}
