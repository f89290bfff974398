import * as z from 'zod'
import { brief } from './brief.ts'
import type { FunctionName } from './functions.ts'
import { glossary, glossaryChange } from './glossary.ts'
import { LONGEST_SEARCH, MAX_OPEN_SUBMISSIONS, MOST_PICTURE_BYTES, SUBTITLE_BODY_BYTES } from './limits.ts'
import { movement } from './movement.ts'
import { orderId, packageId, receipt } from './order.ts'
import { askAnswer, askRequest, editAnswer, editRequest, previewCue } from './project.ts'
import { projectView } from './project-view.ts'
import { LONGEST_NAME } from './title.ts'
import {
  entryKey,
  entryView,
  me,
  subtitleSubmission,
  videoSubmission,
  youtubeQuote,
  youtubeSubmission,
} from './views.ts'
import { youtubeTextView } from './youtube-text.ts'

/** One route: read by the API construct, the handlers' router and the browser's client. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below the site's origin, parameters as `{name}`. */
  path: `/api/${string}`
  /** The Lambda function that handles it. */
  lambda: FunctionName
  /** `user`: the authorizer requires a signed-in user; `public`: anyone may call. */
  access: 'user' | 'public'
  /** Schema of the JSON body, if the route takes one. */
  body?: z.ZodType
  /** Largest JSON body in bytes, if it may exceed the ordinary limit. */
  bodyBytes?: number
  /** Schema of the query string, if the route takes one; values arrive as strings. */
  query?: z.ZodType
  response: z.ZodType
  /**
   * For a POST that creates something: the request carries `Idempotency-Key` (a UUID), and the same key gets the same
   * response.
   */
  idempotent?: true
}

const empty = z.object({})
/** Maximum length of an email address (RFC 5321). */
const emailAddress = z.email().max(254)
/** S3's id of a multipart upload; its maximum length is undocumented. */
const uploadId = z.string().min(1).max(1024)

const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/)
const presignedPost = z.object({ url: z.string(), fields: z.record(z.string(), z.string()) })
const subtitleFormat = z.enum(['srt', 'vtt', 'bilingual'])

export const ROUTES = {
  openSession: {
    method: 'POST',
    path: '/api/session',
    lambda: 'account',
    access: 'user',
    response: me.extend({ created: z.boolean() }),
  },
  closeSession: { method: 'DELETE', path: '/api/session', lambda: 'account', access: 'user', response: empty },
  closeAllSessions: { method: 'DELETE', path: '/api/sessions', lambda: 'account', access: 'user', response: empty },
  me: { method: 'GET', path: '/api/me', lambda: 'account', access: 'user', response: me },
  leave: { method: 'DELETE', path: '/api/me', lambda: 'account', access: 'user', response: empty },
  requestMailCode: {
    method: 'POST',
    path: '/api/me/email',
    lambda: 'account',
    access: 'user',
    body: z.object({ email: emailAddress }),
    response: empty,
  },
  confirmMailCode: {
    method: 'POST',
    path: '/api/me/email/confirm',
    lambda: 'account',
    access: 'user',
    body: z.object({ email: emailAddress, code: z.string().regex(/^\d{6}$/) }),
    response: me,
  },
  movements: {
    method: 'GET',
    path: '/api/tokens',
    lambda: 'account',
    access: 'user',
    query: z.object({ cursor: z.string().max(2000).optional() }),
    response: z.object({ movements: z.array(movement), cursor: z.string().optional() }),
  },
  readGlossary: { method: 'GET', path: '/api/glossary', lambda: 'account', access: 'user', response: glossary },
  changeGlossary: {
    method: 'POST',
    path: '/api/glossary',
    lambda: 'account',
    access: 'user',
    body: glossaryChange,
    /** All terms after the change. */
    response: glossary,
  },
  inquire: {
    method: 'POST',
    path: '/api/inquiries',
    lambda: 'account',
    access: 'user',
    body: z.object({
      text: z.string().trim().min(1).max(4000),
      /** The video or the order that the message is about. */
      key: entryKey.optional(),
      orderId: orderId.optional(),
    }),
    response: empty,
    idempotent: true,
  },
  submitVideo: {
    method: 'POST',
    path: '/api/submissions/video',
    lambda: 'submission',
    access: 'user',
    body: videoSubmission,
    response: z.object({
      entry: entryView,
      /** Set for an upload in one piece. */
      post: presignedPost.optional(),
      /** Set for an upload in parts of `PART_BYTES` each. */
      multipart: z.object({ uploadId: z.string(), partBytes: z.int(), parts: z.int() }).optional(),
    }),
    idempotent: true,
  },
  /** Records how many members of a group were submitted, if fewer than announced. */
  closeGroup: {
    method: 'POST',
    path: '/api/groups/{group}/close',
    lambda: 'submission',
    access: 'user',
    body: z.object({ size: z.int().min(0).max(MAX_OPEN_SUBMISSIONS) }),
    response: empty,
  },
  signParts: {
    method: 'POST',
    path: '/api/submissions/{key}/parts',
    lambda: 'submission',
    access: 'user',
    body: z.object({
      uploadId,
      /** Numbers from 1. */
      parts: z.array(z.int().min(1).max(10_000)).min(1).max(100),
    }),
    response: z.object({
      urls: z.array(z.object({ part: z.int(), url: z.string() })),
      /** Parts that S3 already has, for a resumed upload. */
      received: z.array(z.object({ part: z.int(), etag: z.string(), size: z.int() })),
    }),
  },
  completeUpload: {
    method: 'POST',
    path: '/api/submissions/{key}/complete',
    lambda: 'submission',
    access: 'user',
    body: z.object({ uploadId }),
    response: empty,
  },
  reportHeartbeat: {
    method: 'POST',
    path: '/api/submissions/{key}/feed',
    lambda: 'submission',
    access: 'user',
    response: empty,
  },
  cancelEntry: {
    method: 'POST',
    path: '/api/submissions/{key}/cancel',
    lambda: 'submission',
    access: 'user',
    /** Cost in tokens that the user confirmed; the route refuses to charge more. */
    body: z.object({ costs: z.int().min(0) }),
    response: z.object({ refunded: z.int(), charged: z.int() }),
  },
  quoteYoutube: {
    method: 'GET',
    path: '/api/youtube/{id}',
    lambda: 'submission',
    access: 'user',
    response: youtubeQuote,
  },
  /** Title and length of a video, for guests. */
  priceYoutube: {
    method: 'GET',
    path: '/api/price/youtube/{id}',
    lambda: 'submission',
    access: 'public',
    response: z.object({ title: z.string(), durationSeconds: z.number() }),
  },
  submitSubtitle: {
    method: 'POST',
    path: '/api/submissions/subtitle',
    lambda: 'submission',
    access: 'user',
    body: subtitleSubmission,
    bodyBytes: SUBTITLE_BODY_BYTES,
    response: z.object({ entry: entryView }),
    idempotent: true,
  },
  submitYoutube: {
    method: 'POST',
    path: '/api/submissions/youtube',
    lambda: 'submission',
    access: 'user',
    body: youtubeSubmission,
    response: z.object({ entry: entryView }),
    idempotent: true,
  },
  listArchive: {
    method: 'GET',
    path: '/api/archive',
    lambda: 'archive',
    access: 'user',
    query: z.object({
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      /** Returns only entries whose name contains this. */
      search: z.string().trim().max(LONGEST_SEARCH).optional(),
      /** Returns only the members of this group, all on one page. */
      group: z.uuid().max(36).optional(),
    }),
    response: z.object({
      entries: z.array(entryView),
      page: z.int(),
      pages: z.int(),
      total: z.int(),
      /** Number of entries that a search examined, if it left older ones out. */
      searched: z.int().optional(),
    }),
  },
  readEntry: { method: 'GET', path: '/api/archive/{key}', lambda: 'archive', access: 'user', response: entryView },
  renameEntry: {
    method: 'PUT',
    path: '/api/archive/{key}/name',
    lambda: 'archive',
    access: 'user',
    body: z.object({ name: z.string().trim().min(1).max(LONGEST_NAME) }),
    response: entryView,
  },
  /** Stores a frame of the upload, captured by the page. */
  storePicture: {
    method: 'PUT',
    path: '/api/archive/{key}/picture',
    lambda: 'archive',
    access: 'user',
    body: z.object({ jpeg: base64.max(Math.ceil(MOST_PICTURE_BYTES / 3) * 4) }),
    response: empty,
  },
  deleteEntry: { method: 'DELETE', path: '/api/archive/{key}', lambda: 'archive', access: 'user', response: empty },
  retryEntry: {
    method: 'POST',
    path: '/api/archive/{key}/retry',
    lambda: 'submission',
    access: 'user',
    response: z.object({ entry: entryView }),
    idempotent: true,
  },
  downloadSubtitle: {
    method: 'GET',
    path: '/api/archive/{key}/subtitle',
    lambda: 'archive',
    access: 'user',
    query: z.object({
      format: subtitleFormat.default('srt'),
      /** The generated subtitle, without edits. */
      original: z.enum(['yes']).optional(),
    }),
    response: z.object({ url: z.string(), filename: z.string() }),
  },
  previewCues: {
    method: 'GET',
    path: '/api/archive/{key}/cues',
    lambda: 'archive',
    access: 'user',
    response: z.object({ cues: z.array(previewCue) }),
  },
  videoLink: {
    method: 'GET',
    path: '/api/archive/{key}/video',
    lambda: 'archive',
    access: 'user',
    response: z.object({ url: z.string().optional() }),
  },
  readProject: {
    method: 'GET',
    path: '/api/archive/{key}/project',
    lambda: 'archive',
    access: 'user',
    response: projectView,
  },
  saveEdits: {
    method: 'PUT',
    path: '/api/archive/{key}/project',
    lambda: 'archive',
    access: 'user',
    body: editRequest,
    response: editAnswer,
  },
  askAgain: {
    method: 'POST',
    path: '/api/archive/{key}/again',
    lambda: 'askAgain',
    access: 'user',
    body: askRequest,
    response: askAnswer,
  },
  readYoutubeText: {
    method: 'GET',
    path: '/api/archive/{key}/youtube-text',
    lambda: 'askAgain',
    access: 'user',
    response: youtubeTextView,
  },
  /** Has the language model write a text, which replaces the stored one. */
  writeYoutubeText: {
    method: 'POST',
    path: '/api/archive/{key}/youtube-text',
    lambda: 'askAgain',
    access: 'user',
    response: youtubeTextView,
  },
  correctTerm: {
    method: 'PUT',
    path: '/api/archive/{key}/brief',
    lambda: 'archive',
    access: 'user',
    body: z.object({ english: z.string().max(200), korean: z.string().max(200) }),
    response: z.object({ brief }),
  },
  closeReview: {
    method: 'PUT',
    path: '/api/archive/{key}/review',
    lambda: 'archive',
    access: 'user',
    body: z.object({ done: z.boolean() }),
    response: entryView,
  },
  createPayment: {
    method: 'POST',
    path: '/api/payments',
    lambda: 'payment',
    access: 'user',
    body: z.object({ package: packageId }),
    response: z.object({
      orderId: z.string(),
      orderName: z.string(),
      amount: z.int(),
      tokens: z.int(),
      customerKey: z.string(),
    }),
    idempotent: true,
  },
  confirmPayment: {
    method: 'POST',
    path: '/api/payments/confirm',
    lambda: 'payment',
    access: 'user',
    body: z.object({ paymentKey: z.string().min(1).max(200), orderId: z.string().max(64), amount: z.int() }),
    /** Status 202 with `order.status` `ready` means that Toss has not responded yet: poll `readPayment`. */
    response: z.object({ order: receipt, token: z.int() }),
  },
  failPayment: {
    method: 'POST',
    path: '/api/payments/fail',
    lambda: 'payment',
    access: 'user',
    body: z.object({ orderId: z.string().max(64), code: z.string().max(100) }),
    response: empty,
  },
  readPayment: {
    method: 'GET',
    path: '/api/payments/{orderId}',
    lambda: 'payment',
    access: 'user',
    response: z.object({ order: receipt, token: z.int() }),
  },
  listPayments: {
    method: 'GET',
    path: '/api/payments',
    lambda: 'payment',
    access: 'user',
    response: z.object({ orders: z.array(receipt) }),
  },
  paymentWebhook: {
    method: 'POST',
    path: '/api/payments/webhook',
    lambda: 'payment',
    access: 'public',
    body: z.looseObject({}),
    response: empty,
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof ROUTES

type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never
/** Values of a route's path parameters, by the names in its path. */
export type RouteParameters<Name extends RouteName> = Record<ParameterOf<(typeof ROUTES)[Name]['path']>, string>
export type RouteBody<Name extends RouteName> = (typeof ROUTES)[Name] extends { body: infer B extends z.ZodType }
  ? z.input<B>
  : undefined
export type RouteQuery<Name extends RouteName> = (typeof ROUTES)[Name] extends { query: infer Q extends z.ZodType }
  ? z.input<Q>
  : undefined
export type RouteResponse<Name extends RouteName> = z.output<(typeof ROUTES)[Name]['response']>

/** Header that proves to the API that a request came through CloudFront and its firewall. */
export const ORIGIN_HEADER = 'x-jamak-origin'
