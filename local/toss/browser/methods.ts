import { type BeginMessage, tellHeight, tellParent } from './messages.ts'

const selected = () => document.querySelector<HTMLInputElement>('input[name=method]:checked')?.value ?? ''

function isBegin(data: unknown): data is BeginMessage {
  return typeof data === 'object' && data !== null && 'toss' in data && data.toss === 'begin'
}

async function begin({ request }: BeginMessage, origin: string): Promise<void> {
  const body = JSON.stringify({ ...request, method: selected(), clientKey: document.body.dataset.clientKey })
  const answer = await fetch('payments', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { paymentKey, code, message }: Record<'paymentKey' | 'code' | 'message', string> = await answer.json()
  if (!answer.ok) return tellParent({ toss: 'refused', code, message }, origin)
  const query = new URLSearchParams({ paymentKey, origin })
  tellParent({ toss: 'begun', url: new URL(`../window?${query}`, location.href).href }, origin)
}

document.addEventListener('change', () => tellParent({ toss: 'method', method: selected() }))
window.addEventListener('message', event => {
  if (event.source === window.parent && isBegin(event.data)) void begin(event.data, event.origin)
})

const { refusal } = document.body.dataset
if (refusal === undefined) {
  tellParent({ toss: 'method', method: selected() })
  tellParent({ toss: 'ready' })
} else {
  tellParent({ toss: 'refused', code: refusal, message: document.body.textContent.trim() })
}
tellHeight()
