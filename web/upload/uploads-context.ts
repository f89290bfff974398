import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useSyncExternalStore } from 'react'
import type { Api } from '../api.ts'
import { showToast } from '../layout/toasts.ts'
import { KEYS } from '../queries.ts'
import { PROGRESS } from '../texts/upload.ts'
import { createCarry } from './carry.ts'
import { waitForNetwork } from './transfer/patience.ts'
import { type Upload, Uploads } from './uploads.ts'

export const UploadsContext = createContext<Uploads | undefined>(undefined)

/** The uploads of this page; the reader of MP4 files is loaded with the first of them. */
export function createUploads(api: Api, queries: QueryClient): Uploads {
  const onChange = () => {
    void queries.invalidateQueries({ queryKey: KEYS.me })
    void queries.invalidateQueries({ queryKey: KEYS.archive })
  }
  const carry = createCarry({
    api,
    copySound: async (file, options) => (await import('./media/copy-sound.ts')).copySound(file, options),
    wait: waitForNetwork,
    now: () => Date.now(),
    onChange,
    onAbandon(key) {
      // Where the server cannot be reached, its sweeper gives the tokens back within a day.
      const said = (text: string) => showToast({ kind: 'done', text })
      api('deleteEntry', { parameters: { key } })
        .then(() => said(PROGRESS.stopped))
        .catch(() => said(PROGRESS.stoppedLater))
        .finally(onChange)
    },
  })
  return new Uploads(async (upload, tell, signal) => {
    await carry(upload, tell, signal)
    showToast({ kind: 'done', text: PROGRESS.done })
  })
}

export function useUploads(): Uploads {
  const uploads = use(UploadsContext)
  if (!uploads) throw new Error('no uploads around this component')
  return uploads
}

export function useUploadList(): readonly Upload[] {
  const uploads = useUploads()
  return useSyncExternalStore(uploads.subscribe, uploads.current)
}
