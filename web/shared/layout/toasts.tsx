import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { createListeners } from '../listeners.ts'
import { COMMON } from '../texts.ts'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'
import { choosePlace, visibleControls } from './place-toasts.ts'

interface Toast {
  id: number
  kind: 'done' | 'error'
  text: string
  /** Path of the screen that shows it. */
  path: string
}

const SHOWN_MS = 6_000
let toasts: readonly Toast[] = []
let announced = ''
let lastId = 0
const { subscribe, notify } = createListeners()

/**
 * Shows a short message for six seconds, above at most two others, about something that the screen does not show. Leaving
 * the screen removes it; `path` names another screen, to which the caller is about to navigate.
 */
export function showToast({
  kind,
  text,
  path = location.pathname,
}: Omit<Toast, 'id' | 'path'> & { path?: string }): void {
  lastId += 1
  const id = lastId
  change([...toasts.filter(each => each.text !== text).slice(-2), { id, kind, text, path }])
  setTimeout(() => dismissToast(id), SHOWN_MS)
}

/** Has screen readers announce what the screen shows elsewhere: a removed row, a changed name. */
export function announce(text: string): void {
  announced = text
  change(toasts)
}

function dismissToast(id: number): void {
  change(toasts.filter(each => each.id !== id))
}

function currentToasts(): readonly Toast[] {
  return toasts
}

function change(next: readonly Toast[]): void {
  toasts = next
  notify()
}

/**
 * The live regions of toasts and announcements. Always rendered, because screen readers announce only what is added to
 * an existing region.
 */
export function ToastList() {
  const { pathname } = useLocation()
  const all = useSyncExternalStore(subscribe, currentToasts, currentToasts)
  const announcement = useSyncExternalStore(
    subscribe,
    () => announced,
    () => '',
  )
  const shown = all.filter(({ path }) => path === pathname)
  const list = useFreePlace(shown)
  return (
    <>
      <section ref={list} className="toasts" role="status" aria-label={COMMON.notifications}>
        {shown.map(({ id, kind, text }) => (
          <div key={id} className="toast" data-kind={kind}>
            <span>{text}</span>
            <IconButton label={COMMON.close} onClick={() => dismissToast(id)}>
              <CloseIcon />
            </IconButton>
          </div>
        ))}
      </section>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  )
}

/** Places the list where it covers no control, and again when the page scrolls or changes its size. */
function useFreePlace(shown: readonly Toast[]) {
  const list = useRef<HTMLElement>(null)
  const ids = shown.map(({ id }) => id).join()
  useLayoutEffect(() => {
    const element = list.current
    if (!element || ids === '') return
    let top: number | undefined
    const place = () => {
      const { width, height } = element.getBoundingClientRect()
      top = choosePlace(
        { width, height },
        { width: document.documentElement.clientWidth, height: window.visualViewport?.height ?? window.innerHeight },
        visibleControls(element),
        top,
      )
      element.style.setProperty('--top', `${top}px`)
    }
    place()
    const resized = new ResizeObserver(place)
    resized.observe(document.body)
    window.addEventListener('scroll', place, { passive: true })
    window.visualViewport?.addEventListener('resize', place)
    return () => {
      resized.disconnect()
      window.removeEventListener('scroll', place)
      window.visualViewport?.removeEventListener('resize', place)
    }
  }, [ids])
  return list
}
