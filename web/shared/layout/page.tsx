import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { COMMON } from '../texts.ts'
import { ButtonLink } from './button.tsx'

interface PageProps {
  title: string
  /** The screen to which this one belongs, linked above the heading. */
  back?: { to: string; text: string } | undefined
  /** A sentence under the heading. */
  intro?: ReactNode
  /** Buttons next to the heading. */
  action?: ReactNode
  /** `false` if the screen renders its own `<h1>`. */
  heading?: boolean
  children: ReactNode
}

let firstPage = true

/**
 * A screen. Sets the tab's title and focuses the heading after navigation, so that screen readers announce the new
 * page.
 */
export function Page({ title, back, intro, action, heading = true, children }: PageProps) {
  const ref = useRef<HTMLDivElement>(null)
  const focused = useRef<Element>(null)
  const { pathname } = useLocation()
  useTitle(title)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a new page even if React keeps the component.
  useEffect(() => {
    if (firstPage) {
      firstPage = false
      return
    }
    window.scrollTo(0, 0)
    const h1 = ref.current?.querySelector('h1')
    h1?.focus({ preventScroll: true })
    focused.current = h1 ?? null
  }, [pathname])
  useEffect(() => {
    // A loaded screen replaces the heading that had the focus during loading.
    if (!focused.current || focused.current.isConnected || document.activeElement !== document.body) return
    focused.current = ref.current?.querySelector('h1') ?? null
    if (focused.current instanceof HTMLElement) focused.current.focus({ preventScroll: true })
  })
  return (
    <div ref={ref}>
      {heading && (
        <header className="page-head" data-action={action ? true : undefined}>
          {back && (
            <Link className="page-back" to={back.to}>
              {back.text}
            </Link>
          )}
          <h1 tabIndex={-1}>{title}</h1>
          {intro && <p>{intro}</p>}
          {action && <div className="row">{action}</div>}
        </header>
      )}
      {children}
    </div>
  )
}

/** Sets the tab's title. A `<title>` element would be added to the one in `index.html`. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} | ${COMMON.service}`
  }, [title])
}

/** The screen for unknown addresses. */
export function NotFound() {
  return (
    <Page title={COMMON.notFoundTitle} heading={false}>
      <div className="state card" data-empty>
        <h1 tabIndex={-1}>{COMMON.notFoundTitle}</h1>
        <p>{COMMON.notFound}</p>
        <ButtonLink to="/" kind="primary">
          {COMMON.home}
        </ButtonLink>
        <ButtonLink to="/help" kind="plain">
          {COMMON.help}
        </ButtonLink>
      </div>
    </Page>
  )
}
