import { useState } from 'react'
import type { SubtitleFormat } from '../../lambdas/contract/title.ts'
import type { Api } from '../api.ts'
import { showToast } from '../layout/toasts.ts'
import { messageOf, RequestFailed } from '../request-failed.ts'
import { useServices } from '../services.ts'
import { COMMON } from '../texts/common.ts'

export type DownloadState = 'idle' | 'downloading' | 'completed' | 'error'

/** Fetches a subtitle and saves it under the name that the server gives. */
export function useDownload(key: string) {
  const { api } = useServices()
  const [state, setState] = useState<DownloadState>('idle')
  const download = async (format: SubtitleFormat) => {
    setState('downloading')
    try {
      await saveSubtitle(api, key, format)
      setState('completed')
    } catch (error) {
      console.error(error)
      showToast({ kind: 'error', text: messageOf(error) })
      setState('error')
    }
  }
  return { state, download }
}

async function saveSubtitle(api: Api, key: string, format: SubtitleFormat): Promise<void> {
  const { url, filename } = await api('downloadSubtitle', { parameters: { key }, query: { format } })
  const response = await fetch(url).catch((cause: unknown) => {
    throw new RequestFailed('OFFLINE', { message: COMMON.offline, cause })
  })
  if (!response.ok) throw new Error(`the store answered ${response.status}`)
  save(await response.blob(), filename)
}

function save(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  // The download has taken the blob by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
