import { Suspense, useSyncExternalStore } from 'react'
import { useConfig } from '../services.ts'
import { COMMON } from '../texts/common.ts'
import { CrashBoundary } from './crash-boundary.tsx'

/** What everybody should know on every screen: no connection, and which engine answers on a local cloud without models. */
export function Banners() {
  return (
    <>
      <div role="status">
        <OfflineBanner />
      </div>
      <CrashBoundary fallback={null}>
        <Suspense>
          <EngineBanner />
        </Suspense>
      </CrashBoundary>
    </>
  )
}

function OfflineBanner() {
  const online = useOnline()
  return online ? null : <Banner kind="warning">{COMMON.offlineBanner}</Banner>
}

function EngineBanner() {
  const notice = useConfig().engines?.notice
  return notice ? <Banner>{notice}</Banner> : null
}

export function Banner({ kind, children }: { kind?: 'warning'; children: string }) {
  return (
    <div className="banner" data-kind={kind}>
      <p className="inside">{children}</p>
    </div>
  )
}

/** Whether the browser believes that it has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
