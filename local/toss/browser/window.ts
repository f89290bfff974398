import { type FrameMessage, tellParent } from './messages.ts'

const { origin, finish } = document.body.dataset
const isFramed = window.parent !== window

function leave(message: FrameMessage & { toss: 'finished' }): void {
  if (isFramed) tellParent(message, origin)
  else if (message.url !== undefined) location.assign(message.url)
}

function close(): void {
  if (isFramed) tellParent({ toss: 'closed' }, origin)
  else history.back()
}

if (finish !== undefined) leave({ toss: 'finished', ...JSON.parse(finish) })
document.querySelector('[data-close]')?.addEventListener('click', close)
document.addEventListener('keydown', event => {
  if (event.key === 'Escape') close()
})
