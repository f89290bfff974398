import { useEffect } from 'react'
import { isUnderWay } from './uploads.ts'
import { useUploadList } from './uploads-context.ts'

/** Asks before the page is left while something is being uploaded; the browser has the words for it. */
export function LeaveGuard() {
  const guarded = useUploadList().some(isUnderWay)
  useEffect(() => {
    if (!guarded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [guarded])
  return null
}
