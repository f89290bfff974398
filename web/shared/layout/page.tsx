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

/** A screen: its title in the tab, its heading focused after a change of page, so that screen readers tell where one is. */
export function Page({ title, intro, heading = true, children }: PageProps) {
  const ref = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a new page, even where the component stays.
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

/** 404. */
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
