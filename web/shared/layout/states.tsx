import { Component, Fragment, type ReactNode } from 'react'
import { messageOf } from '../request-failed.ts'
import { COMMON } from '../texts.ts'
import { Button } from './button.tsx'

/** Shown while something loads. */
export function Loading({ text = COMMON.loading }: { text?: string }) {
  return (
    <div className="state loading" role="status">
      <span className="spinner" />
      <p>{text}</p>
    </div>
  )
}

/** Shown instead of an empty list, with an action to fill it. */
export function Empty({ title, text, action }: { title: string; text?: string; action?: ReactNode }) {
  return (
    <div className="state" data-empty>
      <h2>{title}</h2>
      {text && (
        <p>
          <Sentences text={text} />
        </p>
      )}
      {action && <div className="row">{action}</div>}
    </div>
  )
}

/** Sentences, each on one line if it fits on one. */
export function Sentences({ text }: { text: string }) {
  return text.split(/(?<=[.!?]) /).map((sentence, i) => (
    <Fragment key={sentence}>
      {i > 0 && ' '}
      <span className="whole-sentence">{sentence}</span>
    </Fragment>
  ))
}

/** Shown if loading failed: the reason, a retry button and, on request, another way on. */
export function Failed({ error, onRetry, other }: { error: unknown; onRetry: () => void; other?: ReactNode }) {
  return (
    <div className="state" role="alert">
      <h2>{COMMON.notLoaded}</h2>
      <p>
        <Sentences text={messageOf(error)} />
      </p>
      <div className="row">
        <Button kind="primary" onClick={onRetry}>
          {COMMON.retry}
        </Button>
        {other}
      </div>
    </div>
  )
}

/** The only thing on a screen: what failed, which is the first sentence of the text, then the others and a way on. */
export function RefusalCard({ text, children }: { text: string; children: ReactNode }) {
  const end = text.indexOf('. ')
  return (
    <div className="state card" role="alert">
      <h1 tabIndex={-1}>{end < 0 ? text.replace(/\.$/, '') : text.slice(0, end)}</h1>
      {end >= 0 && (
        <p>
          <Sentences text={text.slice(end + 2)} />
        </p>
      )}
      {children}
    </div>
  )
}

/** States why something failed. Always rendered, because screen readers announce only what is added to an alert. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <p className="form-error" role="alert">
      {children}
    </p>
  )
}

interface AwaitedProps {
  query: { isPending: boolean; isError: boolean; data: unknown; error: unknown; refetch(): unknown }
  /** Takes the place of the spinner. */
  loading?: ReactNode
}

/** Shown in place of a query's data until they are there. */
export function Awaited({ query: { isPending, isError, data, error, refetch }, loading }: AwaitedProps) {
  if (isPending) return loading ?? <Loading />
  return isError && !data ? <Failed error={error} onRetry={() => void refetch()} /> : null
}

interface CrashBoundaryProps {
  children: ReactNode
  /** Replaces the message. */
  fallback?: ReactNode
}

/** Catches errors of a screen, including failed chunk downloads, and offers to reload the page. */
export class CrashBoundary extends Component<CrashBoundaryProps, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    if (this.props.fallback !== undefined) return this.props.fallback
    return (
      <RefusalCard text={navigator.onLine ? COMMON.crashed : COMMON.offline}>
        <Button kind="primary" onClick={() => location.reload()}>
          {COMMON.reload}
        </Button>
      </RefusalCard>
    )
  }
}
