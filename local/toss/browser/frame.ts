import type { FrameMessage } from './messages.ts'
import { WidgetError } from './widget-error.ts'

const script = document.currentScript

/** Where the stand-in lives: one folder above this very script. */
export const base = new URL('..', script instanceof HTMLScriptElement ? script.src : location.href)

/** A frame of the stand-in inside an element of the shop's page. */
export function frameIn(
  selector: string,
  path: string,
  title: string,
  heard: (message: FrameMessage) => void,
): HTMLIFrameElement {
  const place = document.querySelector(selector)
  if (!place) throw new WidgetError('INVALID_SELECTOR', `${selector}에 해당하는 HTML 요소를 찾을 수 없습니다.`)
  const frame = document.createElement('iframe')
  frame.src = new URL(path, base).href
  frame.title = title
  Object.assign(frame.style, { width: '100%', height: '0', border: '0', display: 'block' })
  window.addEventListener('message', (event: MessageEvent<FrameMessage>) => {
    if (event.source !== frame.contentWindow || event.origin !== base.origin) return
    if (event.data.toss === 'height') frame.style.height = `${event.data.px}px`
    heard(event.data)
  })
  place.replaceChildren(frame)
  return frame
}
