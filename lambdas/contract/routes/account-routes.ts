import * as z from 'zod'
import { apiKeyView, deliveryView, MOST_KEYS, newKey } from '../api-key.ts'
import { glossary, glossaryChange } from '../glossary.ts'
import { seriesSettings, seriesView } from '../group.ts'
import { lazy, lazyObject } from '../lazy.ts'
import { movement } from '../movement.ts'
import { orderId } from '../order.ts'
import { entryKey, me } from '../views.ts'
import { empty, type Route } from './route.ts'

/** Maximum length of an email address (RFC 5321). */
const emailAddress = z.email().max(254)

/** `YYYYMM`, from 2020 on. */
const koreanMonth = z
  .string()
  .max(6)
  .regex(/^20[2-9]\d(?:0[1-9]|1[0-2])$/)

/** Without a series, the glossary is the user's. */
const glossaryOwner = lazyObject(() => ({ series: seriesView.shape.id.optional() }))

/** Session, user, tokens, glossaries, series and messages to the operator. */
export const ACCOUNT_ROUTES = {
  openSession: {
    method: 'POST',
    path: '/api/session',
    lambda: 'account',
    access: 'user',
    response: lazy(() => me.extend({ created: z.boolean() })),
  },
  closeSession: { method: 'DELETE', path: '/api/session', lambda: 'account', access: 'user', response: empty },
  closeAllSessions: { method: 'DELETE', path: '/api/sessions', lambda: 'account', access: 'user', response: empty },
  me: { method: 'GET', path: '/api/me', lambda: 'account', access: 'user', response: me },
  leave: { method: 'DELETE', path: '/api/me', lambda: 'account', access: 'user', response: empty },
  requestEmailCode: {
    method: 'POST',
    path: '/api/me/email',
    lambda: 'account',
    access: 'user',
    body: lazyObject(() => ({ email: emailAddress })),
    response: empty,
  },
  confirmEmailCode: {
    method: 'POST',
    path: '/api/me/email/confirm',
    lambda: 'account',
    access: 'user',
    body: lazyObject(() => ({ email: emailAddress, code: z.string().regex(/^\d{6}$/) })),
    response: me,
  },
  movements: {
    method: 'GET',
    path: '/api/tokens',
    lambda: 'account',
    access: 'user',
    query: lazyObject(() => ({
      cursor: z.string().max(2000).optional(),
      /** A Korean month, `YYYYMM`. */
      month: koreanMonth.optional(),
    })),
    response: lazyObject(() => ({ movements: z.array(movement), cursor: z.string().optional() })),
  },
  readGlossary: {
    method: 'GET',
    path: '/api/glossary',
    lambda: 'account',
    access: 'user',
    query: glossaryOwner,
    response: glossary,
  },
  changeGlossary: {
    method: 'POST',
    path: '/api/glossary',
    lambda: 'account',
    access: 'user',
    query: glossaryOwner,
    body: glossaryChange,
    /** All terms after the change. */
    response: glossary,
  },
  changeSeries: {
    method: 'PUT',
    path: '/api/series/{id}',
    lambda: 'account',
    access: 'user',
    body: seriesSettings,
    response: seriesView,
  },
  /** Removes a series with its glossary. Its videos stay. */
  removeSeries: { method: 'DELETE', path: '/api/series/{id}', lambda: 'account', access: 'user', response: empty },
  listKeys: {
    method: 'GET',
    path: '/api/keys',
    lambda: 'account',
    access: 'user',
    response: lazyObject(() => ({ keys: z.array(apiKeyView).max(MOST_KEYS) })),
  },
  createKey: {
    method: 'POST',
    path: '/api/keys',
    lambda: 'account',
    access: 'user',
    body: newKey,
    /**
     * `secret` is the key; the service stores only its hash. `webhookSecret` signs the key's webhooks. If the response
     * is lost, the user needs another key.
     */
    response: lazyObject(() => ({ key: apiKeyView, secret: z.string(), webhookSecret: z.string().optional() })),
  },
  revokeKey: { method: 'DELETE', path: '/api/keys/{id}', lambda: 'account', access: 'user', response: empty },
  /** Notices about the key's latest submissions, newest first. */
  listDeliveries: {
    method: 'GET',
    path: '/api/keys/{id}/deliveries',
    lambda: 'account',
    access: 'user',
    response: lazyObject(() => ({ deliveries: z.array(deliveryView) })),
  },
  /** Sends the notice about a submission again. */
  sendWebhookAgain: {
    method: 'POST',
    path: '/api/keys/{id}/deliveries/{key}',
    lambda: 'account',
    access: 'user',
    response: empty,
  },
  inquire: {
    method: 'POST',
    path: '/api/inquiries',
    lambda: 'account',
    access: 'user',
    body: lazyObject(() => ({
      text: z.string().trim().min(1).max(4000),
      /** The video or the order that the message is about. */
      key: entryKey.optional(),
      orderId: orderId.optional(),
    })),
    response: empty,
    idempotent: true,
  },
} as const satisfies Record<string, Route>
