import { useState } from 'react'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import { Button } from '../layout/button.tsx'
import { showToast } from '../layout/toasts.tsx'
import { isUnderWay } from './newest-entries.ts'
import { ENTRY } from './texts.ts'

/** Kept after sign-out, because the permission belongs to the browser, not to the account. */
const ASKED_KEY = 'jamak.notify-asked'

export const canNotify = () => 'Notification' in window

/** Offers notifications while a video is in progress, until the user has accepted or declined. */
export function NotifyOffer({ entries }: { entries: readonly EntryView[] }) {
  const [isAnswered, setIsAnswered] = useState(() => localStorage.getItem(ASKED_KEY) !== null)
  // Reads the permission last, because that blocks the page on a call to the browser's own process.
  if (isAnswered || !canNotify() || !entries.some(isUnderWay) || Notification.permission !== 'default') return null
  const answer = async (wanted: boolean) => {
    localStorage.setItem(ASKED_KEY, '1')
    setIsAnswered(true)
    if (wanted && (await Notification.requestPermission()) === 'granted')
      showToast({ kind: 'done', text: ENTRY.notifyOn })
  }
  return (
    <div className="row note notify-offer">
      <p>{ENTRY.notifyAsk}</p>
      <div>
        <Button size="small" kind="outline" onClick={() => void answer(true)}>
          {ENTRY.notifyYes}
        </Button>
        <Button size="small" kind="plain" onClick={() => void answer(false)}>
          {ENTRY.notifyNo}
        </Button>
      </div>
    </div>
  )
}
