import { useSyncExternalStore } from 'react'
import { COMMON } from '../texts/common.ts'
import { CloseIcon } from './icons.tsx'
import { currentToasts, dismissToast, subscribeToToasts } from './toasts.ts'

/** The live region of short messages; it is always there, so that screen readers hear what appears in it. */
export function ToastList() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts)
  return (
    <section className="toasts" role="status" aria-label={COMMON.notifications}>
      {toasts.map(({ id, kind, text }) => (
        <div key={id} className="toast" data-kind={kind}>
          <span>{text}</span>
          <button type="button" className="icon-button" aria-label={COMMON.close} onClick={() => dismissToast(id)}>
            <CloseIcon />
          </button>
        </div>
      ))}
    </section>
  )
}
