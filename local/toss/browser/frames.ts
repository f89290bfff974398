import { chooseImageHost } from './hosts.ts'
import type { FrameMessage } from './messages.ts'

type Outcome = Extract<FrameMessage, { toss: 'closed' | 'finished' }>

/** The class of the payment window, whose rules the widget adds to the shop's page as an inline style sheet. */
const WINDOW_CLASS = 'toss-payment-window'
const WINDOW_RULES = `.${WINDOW_CLASS} { position: fixed; inset: 0; width: 100%; height: 100%; border: 0; z-index: 2147483647 }`

/**
 * Adds a frame to an element of the shop's page and keeps it as tall as its content. As Toss's own widget may, it
 * writes markup with `style` attributes and shows an image from another host until the frame has loaded.
 */
export function frameIn(
  place: Element,
  url: URL,
  title: string,
  onMessage: (message: FrameMessage) => void,
): HTMLIFrameElement {
  const picture = new URL('assets/loading.svg', chooseImageHost(url))
  const markup = document.createElement('template')
  markup.innerHTML =
    `<img src="${picture.href}" alt="" style="display:block;height:32px;margin:16px auto">` +
    '<iframe style="display:block;width:100%;height:0;border:0"></iframe>'
  place.replaceChildren(markup.content)
  const frame = place.querySelector('iframe')
  if (!frame) throw new Error('the markup has no frame')
  frame.title = title
  window.addEventListener('message', (event: MessageEvent<FrameMessage>) => {
    if (event.source !== frame.contentWindow || event.origin !== url.origin) return
    if (event.data.toss === 'height') frame.style.height = `${event.data.px}px`
    if (event.data.toss === 'ready' || event.data.toss === 'refused') place.querySelector('img')?.remove()
    onMessage(event.data)
  })
  frame.src = url.href
  return frame
}

/** Lays the payment window over the shop's page until the shopper closes or finishes it. */
export function openOverlay(url: URL, onEnd: (outcome: Outcome) => void): void {
  const style = document.createElement('style')
  style.textContent = WINDOW_RULES
  document.head.append(style)
  const frame = document.createElement('iframe')
  frame.src = url.href
  frame.title = '결제창'
  frame.className = WINDOW_CLASS
  const onMessage = (event: MessageEvent<FrameMessage>) => {
    if (event.source !== frame.contentWindow || event.origin !== url.origin) return
    if (event.data.toss !== 'closed' && event.data.toss !== 'finished') return
    window.removeEventListener('message', onMessage)
    frame.remove()
    style.remove()
    onEnd(event.data)
  }
  window.addEventListener('message', onMessage)
  frame.addEventListener('load', () => frame.contentWindow?.focus())
  document.body.append(frame)
}
