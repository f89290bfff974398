import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { useConfig } from '../services.ts'
import { COMMON, PRACTICE } from '../texts.ts'
import { FileDrop } from './files.tsx'
import { Footer } from './footer.tsx'
import { CloseIcon } from './icons.tsx'
import { CrashBoundary, Loading } from './states.tsx'
import { ToastList } from './toasts.tsx'

interface LayoutProps {
  /** End of the header: the sign-in button, or the balance and the menu. */
  headerEnd?: ReactNode
  /** A banner above the content, in addition to those for the network and the local engines. */
  banner?: ReactNode
  children: ReactNode
}

/** Header, banners, content, footer and toasts of every screen. */
export function Layout({ headerEnd, banner, children }: LayoutProps) {
  const { pathname } = useLocation()
  return (
    <div className="site">
      <a className="skip-link button" href="#content">
        {COMMON.skip}
      </a>
      <header className="header">
        <div className="inside">
          <Link className="logo" to="/">
            <Mark />
            <span>{COMMON.service}</span>
          </Link>
          <div className="header-end">{headerEnd}</div>
        </div>
      </header>
      <section className="banners" aria-label={COMMON.notices}>
        <Banners />
        {banner}
      </section>
      <main id="content" className="main" tabIndex={-1}>
        <div className="inside">
          {/* The key resets the boundary, so that a crashed screen does not take the next one along. */}
          <CrashBoundary key={pathname}>
            <Suspense fallback={<Loading />}>{children}</Suspense>
          </CrashBoundary>
        </div>
      </main>
      <Footer />
      <ToastList />
      <FileDrop />
    </div>
  )
}

/** The logo, drawn as in `public/favicon.svg`. */
export function Mark() {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="16" fill="#17191C" />
      <path d="M16 30h32M22 43h20" stroke="#FFD84D" strokeWidth="8" strokeLinecap="round" />
    </svg>
  )
}

/** Banners of every screen: offline, and the practice mode of a local cloud without models. */
function Banners() {
  return (
    <>
      <div role="status">
        <OfflineBanner />
      </div>
      <CrashBoundary fallback={null}>
        <Suspense>
          <PracticeBanner />
        </Suspense>
      </CrashBoundary>
    </>
  )
}

function OfflineBanner() {
  const online = useOnline()
  if (online) return null
  return (
    <div className="banner" data-kind="warning">
      <p className="inside">{COMMON.offlineBanner}</p>
    </div>
  )
}

const PRACTICE_CLOSED = 'jamak.practice-closed'

/** What a local cloud without models shows instead of real subtitles, until it is closed in this browser. */
function PracticeBanner() {
  const notice = useConfig().engines?.notice
  const [isClosed, setIsClosed] = useState(() => localStorage.getItem(PRACTICE_CLOSED) !== null)
  if (!notice || isClosed) return null
  const close = () => {
    localStorage.setItem(PRACTICE_CLOSED, '1')
    setIsClosed(true)
  }
  return (
    <div className="banner practice">
      <div className="inside">
        <p>
          <strong>{PRACTICE.title}</strong> {notice}
        </p>
        <button type="button" aria-label={PRACTICE.close} onClick={close}>
          <CloseIcon />
        </button>
      </div>
    </div>
  )
}

/** Whether the browser reports a network. */
function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
