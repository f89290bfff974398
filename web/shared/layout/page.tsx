import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { COMMON } from '../texts/common.ts'
import { ButtonLink } from './button.tsx'

interface PageProps {
  title: string
  /** A sentence under the heading. */
  intro?: ReactNode
  /** `false` where the screen writes its own `<h1>`. */
  heading?: boolean
  children: ReactNode
}

let firstPage = true

/** A screen. Sets the tab's title, and focuses the heading after navigation so that screen readers announce the new page. */
export function Page({ title, intro, heading = true, children }: PageProps) {
  const ref = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a new page even if React keeps the component.
  useEffect(() => {
    if (firstPage) {
      firstPage = false
      return
    }
    window.scrollTo(0, 0)
    ref.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <div ref={ref}>
      <title>{`${title} | ${COMMON.service}`}</title>
      {heading && (
        <header className="page-head">
          <h1 tabIndex={-1}>{title}</h1>
          {intro && <p>{intro}</p>}
        </header>
      )}
      {children}
    </div>
  )
}

/** The screen for addresses that do not exist. */
export function NotFound() {
  return (
    <Page title={COMMON.notFoundTitle} heading={false}>
      <div className="state">
        <h1 tabIndex={-1}>{COMMON.notFoundTitle}</h1>
        <p>{COMMON.notFound}</p>
        <ButtonLink to="/" kind="primary">
          {COMMON.home}
        </ButtonLink>
      </div>
    </Page>
  )
}
