import { type ReactNode, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { COMMON } from '../texts/common.ts'
import { Banners } from './banners.tsx'
import { CrashBoundary } from './crash-boundary.tsx'
import { Footer } from './footer.tsx'
import { Mark } from './mark.tsx'
import { Loading } from './states.tsx'
import { ToastList } from './toast-list.tsx'

/** Header, content, footer: the same around every screen. */
export function Layout({
  headerEnd,
  banner,
  children,
}: {
  headerEnd?: ReactNode
  banner?: ReactNode
  children: ReactNode
}) {
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
      <Banners />
      {banner}
      <main id="content" className="main" tabIndex={-1}>
        <div className="inside">
          {/* Another page is another try. */}
          <CrashBoundary key={pathname}>
            <Suspense fallback={<Loading />}>{children}</Suspense>
          </CrashBoundary>
        </div>
      </main>
      <Footer />
      <ToastList />
    </div>
  )
}
