import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { PAGES } from '../../lambdas/contract/pages.ts'
import type { Api } from '../shared/api.ts'
import { canceledEntries } from '../shared/canceled-entries.ts'
import { reloadChanged } from '../shared/changes.ts'
import { percent } from '../shared/format.ts'
import { showToast } from '../shared/layout/toasts.tsx'
import { findHandle } from '../shared/own-video/handles.ts'
import { codeOf } from '../shared/request-failed.ts'
import { captureFrame } from './media/frame.ts'
import { loadCopySound, loadKeepVideo } from './media/load.ts'
import { abandon, createUploadRunner, type Submission } from './run-upload.ts'
import { PROGRESS } from './texts.ts'
import { waitForNetwork } from './transfer/patience.ts'
import { forgetResume, readResumes } from './transfer/resume.ts'
import { groupWithout, isUnderWay, shareOf, type Upload, Uploads } from './uploads.ts'

export const UploadsContext = createContext<Uploads | undefined>(undefined)

/** Creates the list of uploads. */
export function createUploads(api: Api, queries: QueryClient): Uploads {
  const onChange = () => reloadChanged(queries, 'submitVideo')
  const now = () => Date.now()
  const onAbandon = (submission: Submission) => {
    void giveUp(api, submission).finally(onChange)
  }
  const runUpload = createUploadRunner({
    api,
    copySound: async (file, options) => (await loadCopySound()).copySound(file, options),
    wait: waitForNetwork,
    now,
    newId: () => crypto.randomUUID(),
    storePicture: (upload, key) => {
      void storePicture(api, upload, key)
      void rememberVideo(upload, key)
    },
    groupOf: ({ id, group }) => uploads.current().find(each => each.id === id)?.group ?? group,
    onChange,
    onAbandon,
  })
  const uploads = new Uploads(
    async (upload, report, signal) => {
      await runUpload(upload, report, signal)
      if (![PAGES.home, PAGES.archive].some(page => page === location.pathname))
        showToast({ kind: 'done', text: PROGRESS.doneElsewhere(upload.name) })
    },
    undefined,
    upload => {
      abandon(upload.fingerprint, { now, onAbandon })
      const left = groupWithout(upload)
      // The email of the group must not wait for a member that never comes.
      if (left) api('closeGroup', { parameters: { group: left.id }, body: { size: left.size } }).catch(console.warn)
    },
  )
  return uploads
}

async function storePicture(api: Api, { file, frame }: Upload, key: string): Promise<void> {
  try {
    const picture = frame ?? (await captureFrame(file))
    if (picture)
      await api('storePicture', { parameters: { key }, body: { jpeg: picture.slice(picture.indexOf(',') + 1) } })
  } catch (error) {
    console.warn(error)
  }
}

/** Remembers the video for the editor. A file reduced to its sound has no picture, but may have a handle. */
async function rememberVideo({ file, name, trackId, keeps }: Upload, key: string): Promise<void> {
  try {
    if (!keeps || (trackId === undefined && !(await findHandle(file)))) return
    const { keepOwnVideo } = await loadKeepVideo()
    await keepOwnVideo(key, file, name, { now: Date.now })
  } catch (error) {
    console.warn(error)
  }
}

/** Stops the upload on this page when its entry is canceled in the archive. */
export function useStopWithEntry(uploads: Uploads): void {
  useEffect(
    () =>
      canceledEntries.subscribe(key => {
        const record = readResumes(Date.now()).find(each => each.key === key)
        if (!record) return
        forgetResume(record.id, Date.now())
        for (const { id, fingerprint } of uploads.current()) if (fingerprint === record.fingerprint) uploads.cancel(id)
      }),
    [uploads],
  )
}

/**
 * Cancels a submission and shows what happened to its tokens. If the server cannot be reached, it refunds within
 * minutes on its own. A submission without a response is submitted again to learn its key: the idempotency key makes
 * both requests one entry.
 */
export async function giveUp(api: Api, { id, request, key }: Submission): Promise<void> {
  const cancel = async () => {
    const known = key ?? (await api('submitVideo', { body: request, idempotencyKey: id })).entry.key
    await api('cancelEntry', { parameters: { key: known }, body: { costs: 0 } })
  }
  const text = await cancel().then(
    () => PROGRESS.stopped,
    error => (codeOf(error) === 'CANCEL_COSTS' ? PROGRESS.stoppedTooLate : PROGRESS.stoppedLater),
  )
  showToast({ kind: 'done', text })
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

/** Makes the browser ask before the user leaves the page during an upload. */
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

/** Shows the current upload on every other screen, as a link to the upload screen. */
export function UploadBanner() {
  const { pathname } = useLocation()
  const underWay = useUploadList().filter(isUnderWay)
  const first = underWay.find(each => each.state.step !== 'waiting') ?? underWay[0]
  if (!first || pathname === PAGES.home || pathname === PAGES.archive) return null
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
