/** Runs the stand-in's own documents: the frame of payment methods, the frame of terms and the payment window. */
import { type AgreementStatus, type BeginMessage, type FrameMessage, isBegin } from './messages.ts'

const { page, clientKey, refusal, finish, origin: shopOrigin } = document.body.dataset

if (page === 'methods') runMethods()
if (page === 'agreement') runAgreement()
if (page === 'window') runWindow()

function runMethods(): void {
  document.addEventListener('change', () => postToParent({ toss: 'method', method: selectedMethod() }))
  window.addEventListener('message', event => {
    if (event.source === window.parent && isBegin(event.data)) void begin(event.data, event.origin)
  })
  if (refusal === undefined) {
    postToParent({ toss: 'method', method: selectedMethod() })
    postToParent({ toss: 'ready' })
  } else {
    postToParent({ toss: 'refused', code: refusal, message: document.body.textContent.trim() })
  }
  reportHeight()
}

function selectedMethod(): string {
  return document.querySelector<HTMLInputElement>('input[name=method]:checked')?.value ?? ''
}

async function begin({ request }: BeginMessage, origin: string): Promise<void> {
  const body = JSON.stringify({ ...request, method: selectedMethod(), clientKey })
  const answer = await fetch('payments', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { paymentKey, code, message }: Record<'paymentKey' | 'code' | 'message', string> = await answer.json()
  if (!answer.ok) return postToParent({ toss: 'refused', code, message }, origin)
  const query = new URLSearchParams({ paymentKey, origin })
  postToParent({ toss: 'begun', url: new URL(`../window?${query}`, location.href).href }, origin)
}

function runAgreement(): void {
  document.addEventListener('change', () => postToParent({ toss: 'agreement', status: agreementStatus() }))
  postToParent({ toss: 'agreement', status: agreementStatus() })
  postToParent({ toss: 'ready' })
  reportHeight()
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
  if (isFramed()) postToParent(message, shopOrigin)
  else if (message.url !== undefined) location.assign(message.url)
}

function closeWindow(): void {
  if (isFramed()) postToParent({ toss: 'closed' }, shopOrigin)
  else history.back()
}

/** False if the payment window was opened directly, by a payment's checkout URL. */
function isFramed(): boolean {
  return window.parent !== window
}

function postToParent(message: FrameMessage, targetOrigin = '*'): void {
  window.parent.postMessage(message, targetOrigin)
}

/** Reports the height of the content to the shop's page, now and after every change. */
function reportHeight(): void {
  const report = () =>
    postToParent({ toss: 'height', px: Math.ceil(document.documentElement.getBoundingClientRect().height) })
  new ResizeObserver(report).observe(document.documentElement)
}
