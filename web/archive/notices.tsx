import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { nameOf } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { afterView } from '../shared/after-paint.ts'
import { isUnderWay, useArchivePage } from '../shared/entry/newest-entries.ts'
import { canNotify } from '../shared/entry/notify-offer.tsx'
import { showToast } from '../shared/layout/toasts.tsx'
import { PERSONAL_KEYS } from '../shared/personal-data.ts'
import { ARCHIVE } from './texts.ts'

const REMEMBERED = 50

/**
 * Announces a finished video: with a browser notification if the page is hidden and the user has allowed it, and with a
 * toast on every screen but the archive. A hidden tab without permission requests nothing. If several tabs are open, only one shows the notification.
 */
export function DoneNotices() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const seen = useRef(new Set<string>())
  // Waits for the first paint: most screens need neither this request nor the sign-in library that sends it.
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => afterView(() => setIsPainted(true)), [])
  // Reads the permission after the paint too, because reading it blocks the page on a call to the browser process.
  const inBackground = isPainted && canNotify() && Notification.permission === 'granted'
  const { data } = useArchivePage(1, '', { inBackground, enabled: isPainted })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new data can bring a finished video.
  useEffect(() => {
    for (const entry of data?.entries ?? []) {
      if (isUnderWay(entry)) seen.current.add(entry.key)
      else if (seen.current.delete(entry.key) && entry.status === 'done') void announce(entry)
    }
  }, [data])

  async function announce(entry: EntryView): Promise<void> {
    const text = ARCHIVE.doneNotice(nameOf(entry))
    if (!document.hidden) {
      if (pathname !== '/' && pathname !== '/user') showToast({ kind: 'done', text })
      return
    }
    if (!canNotify() || Notification.permission !== 'granted' || !(await remember(entry.key))) return
    try {
      const notice = new Notification(text, { body: ARCHIVE.doneNoticeMore, tag: entry.key, icon: '/favicon.svg' })
      notice.onclick = () => {
        window.focus()
        navigate(`/user/${entry.key}`)
        notice.close()
      }
    } catch (error) {
      // Mobile browsers show notifications only from service workers.
      console.warn(error)
    }
  }
  return null
}

/** Marks a video as announced; returns false if another tab has already done so. All tabs share the lock. */
function remember(key: string): Promise<boolean> {
  return navigator.locks.request(PERSONAL_KEYS.toldDone, () => {
    const notified = (localStorage.getItem(PERSONAL_KEYS.toldDone) ?? '').split(' ').filter(each => each !== '')
    if (notified.includes(key)) return false
    localStorage.setItem(PERSONAL_KEYS.toldDone, [...notified, key].slice(-REMEMBERED).join(' '))
    return true
  })
}
