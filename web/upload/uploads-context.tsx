import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import type { Api } from '../shared/api.ts'
import { percent } from '../shared/format.ts'
import { showToast } from '../shared/layout/toasts.tsx'
import { KEYS } from '../shared/queries.ts'
import { PROGRESS } from '../shared/texts/upload.ts'
import { createCarry } from './carry.ts'
import { waitForNetwork } from './transfer/patience.ts'
import { isUnderWay, shareOf, type Upload, Uploads } from './uploads.ts'

export const UploadsContext = createContext<Uploads | undefined>(undefined)

/** Creates the list of uploads. The MP4 library loads with the first of them. */
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
      // If the server cannot be reached now, its sweeper refunds the tokens within a day.
      const showDone = (text: string) => showToast({ kind: 'done', text })
      api('deleteEntry', { parameters: { key } })
        .then(() => showDone(PROGRESS.stopped))
        .catch(() => showDone(PROGRESS.stoppedLater))
        .finally(onChange)
    },
  })
  return new Uploads(async (upload, report, signal) => {
    await carry(upload, report, signal)
    showToast({ kind: 'done', text: PROGRESS.done })
  })
}

export function useUploads(): Uploads {
  const uploads = use(UploadsContext)
  if (!uploads) throw new Error('useUploads needs an UploadsContext above it')
  return uploads
}

export function useUploadList(): readonly Upload[] {
  const uploads = useUploads()
  return useSyncExternalStore(uploads.subscribe, uploads.current)
}

/** Makes the browser ask for confirmation before the user leaves the page during an upload. */
export function LeaveGuard() {
  const guarded = useUploadList().some(isUnderWay)
  useEffect(() => {
    if (!guarded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [guarded])
  return null
}

/** Shows the current upload on every screen but its own, linked to the upload screen. */
export function UploadBanner() {
  const { pathname } = useLocation()
  const underWay = useUploadList().filter(isUnderWay)
  const first = underWay.find(each => each.state.step !== 'waiting') ?? underWay[0]
  if (!first || pathname === '/') return null
  const share = percent(Math.floor(shareOf(first.state) * 100) / 100)
  return (
    <div className="banner upload-banner">
      <Link className="inside" to="/">
        {PROGRESS.banner(first.name, share)}
        {underWay.length > 1 && PROGRESS.bannerMore(underWay.length - 1)}
      </Link>
    </div>
  )
}
