import { Component, type ReactNode } from 'react'
import { messageOf } from '../request-failed.ts'
import { COMMON } from '../texts/common.ts'
import { Button } from './button.tsx'

/** Something is on its way. */
export function Loading({ text = COMMON.loading }: { text?: string }) {
  return (
    <div className="state" role="status">
      <span className="spinner" />
      <p>{text}</p>
    </div>
  )
}

/** There is nothing here, and that is all right. */
export function Empty({ title, text, action }: { title: string; text?: string; action?: ReactNode }) {
  return (
    <div className="state">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action}
    </div>
  )
}

/** Something could not be loaded: why, and another try. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="state" role="alert">
      <p>{messageOf(error)}</p>
      <Button onClick={onRetry}>{COMMON.retry}</Button>
    </div>
  )
}

interface Props {
  children: ReactNode
  /** Instead of the full message. */
  fallback?: ReactNode
}

/** Catches what a screen throws, a chunk that could not be loaded included: says so, and offers to load the page anew. */
export class CrashBoundary extends Component<Props, { crashed: boolean }> {
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
      <div className="state" role="alert">
        <p>{navigator.onLine ? COMMON.crashed : COMMON.offline}</p>
        <Button kind="primary" onClick={() => location.reload()}>
          {COMMON.reload}
        </Button>
      </div>
    )
  }
}
