import type { FrameMessage } from './messages.ts'

type Outcome = Extract<FrameMessage, { toss: 'closed' | 'finished' }>

/** Lays the payment window over the shop's page until it is closed or done. */
export function openOverlay(url: string, ended: (outcome: Outcome) => void): void {
  const frame = document.createElement('iframe')
  frame.src = url
  frame.title = '결제창'
  Object.assign(frame.style, {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    border: '0',
    zIndex: '2147483647',
  })
  const { origin } = new URL(url)
  const hear = (event: MessageEvent<FrameMessage>) => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return
    if (event.data.toss !== 'closed' && event.data.toss !== 'finished') return
    window.removeEventListener('message', hear)
    frame.remove()
    ended(event.data)
  }
  window.addEventListener('message', hear)
  frame.addEventListener('load', () => frame.contentWindow?.focus())
  document.body.append(frame)
}
