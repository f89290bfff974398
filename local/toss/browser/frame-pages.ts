/** Runs the stand-in's own documents: the frame of payment methods, the frame of terms and the payment window. */
import { type AgreementStatus, type BeginMessage, type FrameMessage, isBegin } from './messages.ts'

const { page, clientKey, refusal, finish, origin: shopOrigin } = document.body.dataset

if (page === 'methods') runMethods()
if (page === 'agreement') runAgreement()
if (page === 'window') runWindow()

function runMethods(): void {
  document.addEventListener('change', () => tellParent({ toss: 'method', method: selectedMethod() }))
  window.addEventListener('message', event => {
    if (event.source === window.parent && isBegin(event.data)) void begin(event.data, event.origin)
  })
  if (refusal === undefined) {
    tellParent({ toss: 'method', method: selectedMethod() })
    tellParent({ toss: 'ready' })
  } else {
    tellParent({ toss: 'refused', code: refusal, message: document.body.textContent.trim() })
  }
  tellHeight()
}

function selectedMethod(): string {
  return document.querySelector<HTMLInputElement>('input[name=method]:checked')?.value ?? ''
}

async function begin({ request }: BeginMessage, origin: string): Promise<void> {
  const body = JSON.stringify({ ...request, method: selectedMethod(), clientKey })
  const answer = await fetch('payments', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { paymentKey, code, message }: Record<'paymentKey' | 'code' | 'message', string> = await answer.json()
  if (!answer.ok) return tellParent({ toss: 'refused', code, message }, origin)
  const query = new URLSearchParams({ paymentKey, origin })
  tellParent({ toss: 'begun', url: new URL(`../window?${query}`, location.href).href }, origin)
}

function runAgreement(): void {
  document.addEventListener('change', () => tellParent({ toss: 'agreement', status: agreementStatus() }))
  tellParent({ toss: 'agreement', status: agreementStatus() })
  tellParent({ toss: 'ready' })
  tellHeight()
}

function agreementStatus(): AgreementStatus {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[name=term]')]
  const terms = boxes.map(box => ({
    id: box.value,
    title: box.labels?.[0]?.textContent ?? '',
    content: '',
    required: box.required,
    agreed: box.checked,
  }))
  return { agreedRequiredTerms: terms.every(term => term.agreed || !term.required), terms }
}

function runWindow(): void {
  if (finish !== undefined) leaveWindow({ toss: 'finished', ...JSON.parse(finish) })
  document.querySelector('[data-close]')?.addEventListener('click', closeWindow)
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') closeWindow()
  })
}

function leaveWindow(message: FrameMessage & { toss: 'finished' }): void {
  if (isFramed()) tellParent(message, shopOrigin)
  else if (message.url !== undefined) location.assign(message.url)
}

function closeWindow(): void {
  if (isFramed()) tellParent({ toss: 'closed' }, shopOrigin)
  else history.back()
}

/** False where the payment window was opened on its own, by the checkout address of a payment. */
function isFramed(): boolean {
  return window.parent !== window
}

function tellParent(message: FrameMessage, targetOrigin = '*'): void {
  window.parent.postMessage(message, targetOrigin)
}

/** Reports the height of the content to the shop's page, now and on every change. */
function tellHeight(): void {
  const tell = () =>
    tellParent({ toss: 'height', px: Math.ceil(document.documentElement.getBoundingClientRect().height) })
  new ResizeObserver(tell).observe(document.documentElement)
}
