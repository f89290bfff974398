import type * as z from 'zod'
import type { ROUTES, RouteName } from '../../lambdas/contract/routes.ts'

type WithBody = { [Name in RouteName]: (typeof ROUTES)[Name] extends { body: z.ZodType } ? Name : never }[RouteName]

/** A valid body for each route that takes one; the type requires it. What it names need not belong to the caller. */
const bodiesOf = (key: string, orderId: string): Record<WithBody, unknown> => ({
  closeGroup: { size: 0 },
  storeScript: { text: 'Hello.' },
  signParts: { uploadId: 'a', parts: [1] },
  completeUpload: { uploadId: 'a' },
  cancelEntry: { costs: 0 },
  saveEdits: { base: 0, put: [], remove: [] },
  storePicture: { jpeg: '/9j/' },
  storePeaks: { peaks: 'AAAA' },
  askAgain: { id: 's1', sentences: 1 },
  renameEntry: { name: 'other.mp4' },
  correctTerm: { english: 'Anna', korean: '애나' },
  createProofLink: { name: '민지', right: 'edit', days: 7, opens: 10 },
  addComment: { sentence: 's1', word: 0, text: '?' },
  saveProof: { base: 0, put: [], remove: [], change: { id: 'c1', kind: 'text' } },
  addProofComment: { sentence: 's1', word: 0, text: '?' },
  closeReview: { done: true },
  changeSeries: { name: 'other', register: 'polite', profile: 'standard' },
  changeGlossary: { put: [{ english: 'Anna', korean: '애나' }], remove: [] },
  inquire: { text: '?', key },
  confirmPayment: { orderId, amount: 1000, paymentKey: 'payment-1' },
  failPayment: { orderId, code: 'PAY_PROCESS_CANCELED' },
  paymentWebhook: { eventType: 'PAYMENT_STATUS_CHANGED', data: { orderId } },
  createPayment: { package: 'tokens-20' },
  requestTaxDocument: { kind: 'cash_receipt', number: '1234567891' },
  createKey: { name: 'script', scopes: ['submit'] },
  requestEmailCode: { email: 'a@example.com' },
  confirmEmailCode: { email: 'a@example.com', code: '123456' },
  submitVideo: { filename: 'a.mp4', size: 1000, type: 'video/mp4', durationSeconds: 60 },
  submitSubtitle: { filename: 'a.srt', text: '1\n00:00:01,000 --> 00:00:04,000\nAnd then we left.\n' },
  submitYoutube: { url: 'https://youtu.be/jamak-hello' },
})

/** A valid body for a route, if it takes one. */
export function validBody(route: RouteName, key: string, orderId: string): unknown {
  const bodies: Partial<Record<RouteName, unknown>> = bodiesOf(key, orderId)
  return bodies[route]
}
