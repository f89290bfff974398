import type { ReactNode } from 'react'
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
