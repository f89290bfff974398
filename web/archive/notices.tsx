import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { nameOf } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { Button } from '../shared/layout/button.tsx'
import { showToast } from '../shared/layout/toasts.tsx'
import { PERSONAL_KEYS } from '../shared/personal-data.ts'
import { isUnderWay, useArchivePage } from './newest-entries.ts'
import { ARCHIVE } from './texts.ts'

/** A tab out of sight asks this often. */
const ASK_MS = 15_000
/** Kept over a sign-out: it is the answer of this browser's user to its own question. */
const ASKED_KEY = 'jamak.notify-asked'
const REMEMBERED = 50

/**
 * Tells when a video that was under way is done: by the browser's own notification where the page is out of sight and the
 * person has allowed it, by a short message on other screens than those that show it anyway. Several tabs tell it once.
 */
export function DoneNotices() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const seen = useRef(new Set<string>())
  const { data } = useArchivePage(1, '', { everyMs: ASK_MS, outOfSight: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new data can tell something new.
  useEffect(() => {
    for (const entry of data?.entries ?? []) {
      if (isUnderWay(entry)) seen.current.add(entry.key)
      else if (seen.current.delete(entry.key) && entry.status === 'done') tell(entry)
    }
  }, [data])

  function tell(entry: EntryView): void {
    const text = ARCHIVE.doneNotice(nameOf(entry))
    if (!document.hidden) {
      if (pathname !== '/' && pathname !== '/user') showToast({ kind: 'done', text })
      return
    }
    if (!canNotify() || Notification.permission !== 'granted' || !remember(entry.key)) return
    try {
      const notice = new Notification(text, { body: ARCHIVE.doneNoticeMore, tag: entry.key, icon: '/favicon.svg' })
      notice.onclick = () => {
        window.focus()
        navigate(`/user/${entry.key}`)
        notice.close()
      }
    } catch (error) {
      // Browsers on phones show notifications of service workers only.
      console.warn(error)
    }
  }
  return null
}

/** Offers notifications while a video is under way, until the person has answered once. */
export function NotifyOffer({ entries }: { entries: readonly EntryView[] }) {
  const [isAnswered, setIsAnswered] = useState(() => localStorage.getItem(ASKED_KEY) !== null)
  if (isAnswered || !canNotify() || Notification.permission !== 'default' || !entries.some(isUnderWay)) return null
  const answer = async (wanted: boolean) => {
    localStorage.setItem(ASKED_KEY, '1')
    setIsAnswered(true)
    if (wanted && (await Notification.requestPermission()) === 'granted')
      showToast({ kind: 'done', text: ARCHIVE.notifyOn })
  }
  return (
    <div className="notify-offer">
      <p>{ARCHIVE.notifyAsk}</p>
      <div>
        <Button size="small" kind="outline" onClick={() => void answer(true)}>
          {ARCHIVE.notifyYes}
        </Button>
        <Button size="small" kind="plain" onClick={() => void answer(false)}>
          {ARCHIVE.notifyNo}
        </Button>
      </div>
    </div>
  )
}

const canNotify = () => 'Notification' in window

/** Notes that a video was told about; false where another tab has told it. */
function remember(key: string): boolean {
  const told = (localStorage.getItem(PERSONAL_KEYS.toldDone) ?? '').split(' ').filter(each => each !== '')
  if (told.includes(key)) return false
  localStorage.setItem(PERSONAL_KEYS.toldDone, [...told, key].slice(-REMEMBERED).join(' '))
  return true
}
