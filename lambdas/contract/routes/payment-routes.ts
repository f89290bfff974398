import * as z from 'zod'
import { lazy, lazyObject } from '../lazy.ts'
import { packageId, receipt } from '../order.ts'
import { taxDocumentWish } from '../tax-document.ts'
import { empty, type Route } from './route.ts'

/** Orders of tokens, and the notices of Toss. */
export const PAYMENT_ROUTES = {
  createPayment: {
    method: 'POST',
    path: '/api/payments',
    lambda: 'payment',
    access: 'user',
    body: lazyObject(() => ({ package: packageId, taxDocument: taxDocumentWish.optional() })),
    response: lazyObject(() => ({
      orderId: z.string(),
      orderName: z.string(),
      amount: z.int(),
      tokens: z.int(),
      customerKey: z.string(),
    })),
    idempotent: true,
  },
  confirmPayment: {
    method: 'POST',
    path: '/api/payments/confirm',
    lambda: 'payment',
    access: 'user',
    body: lazyObject(() => ({ paymentKey: z.string().min(1).max(200), orderId: z.string().max(64), amount: z.int() })),
    /** Status 202 with `order.status` `ready` means that Toss has not responded yet: poll `readPayment`. */
    response: lazyObject(() => ({ order: receipt, token: z.int() })),
  },
  failPayment: {
    method: 'POST',
    path: '/api/payments/fail',
    lambda: 'payment',
    access: 'user',
    body: lazyObject(() => ({ orderId: z.string().max(64), code: z.string().max(100) })),
    response: empty,
  },
  readPayment: {
    method: 'GET',
    path: '/api/payments/{orderId}',
    lambda: 'payment',
    access: 'user',
    response: lazyObject(() => ({ order: receipt, token: z.int() })),
  },
  /** Requests the tax document of a bank payment after the checkout, or again with a corrected number. */
  requestTaxDocument: {
    method: 'POST',
    path: '/api/payments/{orderId}/tax-document',
    lambda: 'payment',
    access: 'user',
    body: taxDocumentWish,
    response: lazyObject(() => ({ order: receipt })),
  },
  listPayments: {
    method: 'GET',
    path: '/api/payments',
    lambda: 'payment',
    access: 'user',
    response: lazyObject(() => ({ orders: z.array(receipt) })),
  },
  paymentWebhook: {
    method: 'POST',
    path: '/api/payments/webhook',
    lambda: 'payment',
    access: 'public',
    body: lazy(() => z.looseObject({})),
    response: empty,
  },
} as const satisfies Record<string, Route>
