import { Component, type ReactNode } from 'react'
import { COMMON } from '../texts/common.ts'
import { Button } from './button.tsx'

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
