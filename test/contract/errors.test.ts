import { describe, expect, it } from 'vitest'
import { FAILURE_TEXT, failureCode, failureText, stageText } from '../../lambdas/contract/archive-entry.ts'
import { API_ERRORS, ApiError, type ApiErrorCode } from '../../lambdas/contract/errors.ts'
import { FUNCTIONS } from '../../lambdas/contract/functions.ts'
import { ROUTES, type Route } from '../../lambdas/contract/routes.ts'
import { BUSINESS_ERRORS, refundInput } from '../../lambdas/contract/workflow.ts'

const codes = Object.keys(API_ERRORS).filter((code): code is ApiErrorCode => code in API_ERRORS)

describe('a refusal', () => {
  it('carries code, status and a Korean sentence, and keeps its cause', () => {
    const cause = new Error('why')
    for (const code of codes) {
      const error = new ApiError(code, { cause })
      expect(error).toMatchObject({ code, status: API_ERRORS[code][0], message: API_ERRORS[code][1], cause })
      expect(error.message, code).toMatch(/[가-힣].*(요\.?|…)$/)
      expect(error.status, code).toBeGreaterThanOrEqual(400)
      expect(error.status, code).toBeLessThan(600)
    }
  })

  it('promises no email, because some users have registered no address', () => {
    for (const code of codes) expect(API_ERRORS[code][1], code).not.toMatch(/이메일로 (알려|보내)/)
  })

  it('that can concern an English subtitle does not speak of a video alone', () => {
    for (const code of [
      'NO_VIDEO',
      'VIDEO_GONE',
      'NOT_FAILED',
      'NOT_OPEN',
      'CANCEL_COSTS',
      'NO_BRIEF',
      'ASK_SPENT',
      'YOUTUBE_TEXT_SPENT',
      'STOPPED',
      'TOO_MANY_TODAY',
    ] as const)
      expect(API_ERRORS[code][1], code).not.toMatch(/영상(?!이나 자막|과 자막)|소리|음성|듣/)
  })

  it('can carry a more specific message than that of its code', () => {
    expect(new ApiError('SUSPENDED', { message: '사유' }).message).toBe('사유')
  })
})

describe('a failure', () => {
  it('that a YouTube video can also have does not mention an upload', () => {
    for (const code of [
      'NO_AUDIO',
      'DAMAGED_VIDEO',
      'UNSUPPORTED_AUDIO',
      'TOO_LONG',
      'NO_SPEECH',
      'INSUFFICIENT_TOKENS',
    ] as const)
      expect(FAILURE_TEXT[code], code).not.toMatch(/올린|올려/)
  })

  it('of an English subtitle does not speak of a video, its sound or an MP4 file', () => {
    const ofVideos = new Set(['NO_AUDIO', 'NOT_A_VIDEO', 'DAMAGED_VIDEO', 'UNSUPPORTED_AUDIO', 'UPLOAD_INCOMPLETE'])
    for (const failure of failureCode.options)
      if (!ofVideos.has(failure) && !failure.startsWith('YOUTUBE_'))
        expect(failureText({ type: 'subtitle', failure }), failure).not.toMatch(/영상|소리|음성|MP4|4시간/)
    expect(failureText({ type: 'video', failure: 'NO_SPEECH' })).toBe(FAILURE_TEXT.NO_SPEECH)
    expect(failureText({ type: 'subtitle', failure: undefined })).toBe(FAILURE_TEXT.INTERNAL)
  })

  it('of every kind has its own Korean sentence', () => {
    for (const code of failureCode.options) expect(FAILURE_TEXT[code], code).toMatch(/[가-힣].*요\.$/)
  })

  it('that a step throws deliberately is never reported as our own defect', () => {
    expect(BUSINESS_ERRORS).not.toContain('INTERNAL')
    expect(BUSINESS_ERRORS).toContain('NO_SPEECH')
  })
})

it('an English subtitle is read in the stage in which a video is listened to', () => {
  expect([stageText('video', 'listening'), stageText('subtitle', 'listening')]).toEqual(['듣는 중', '읽는 중'])
  expect(stageText('subtitle', 'translating')).toBe('번역 중')
})

describe('every route', () => {
  const routes = Object.values<Route>(ROUTES)

  it('has its own path below /api and a function that handles it', () => {
    expect(new Set(routes.map(({ method, path }) => `${method} ${path}`)).size).toBe(routes.length)
    for (const { path, lambda } of routes) {
      expect(path).toMatch(/^\/api\//)
      expect(FUNCTIONS).toHaveProperty(lambda)
    }
  })

  it('requires sign-in or a proofreader’s link, except for the price of a link and the webhook', () => {
    expect(routes.filter(({ access }) => access === 'public').map(({ path }) => path)).toEqual([
      '/api/price/youtube/{id}',
      '/api/payments/webhook',
    ])
  })

  it('requires an idempotency key if it creates something', () => {
    const creating = Object.entries<Route>(ROUTES).filter(([, { idempotent }]) => idempotent)
    expect(creating.map(([name]) => name).sort()).toEqual(
      ['createPayment', 'inquire', 'retryEntry', 'submitSubtitle', 'submitVideo', 'submitYoutube'].sort(),
    )
    expect(creating.every(([, { method }]) => method === 'POST')).toBe(true)
  })
})

describe('the input of Refund', () => {
  const entry = { uid: 'uid', key: '20240919123456' }

  it.each([
    ['by a Catch', { ...entry, type: 'video', error: { Error: 'NO_SPEECH', Cause: '{}' } }],
    ['by the sweeper', { ...entry, failure: 'UPLOAD_NEVER_CAME' }],
    [
      'by the rule on a failed execution',
      { source: 'aws.states', detail: { status: 'FAILED', input: '{}', error: null } },
    ],
    ['by the rule on an aborted execution', { detail: { status: 'ABORTED', input: '{}' } }],
  ])('%s is understood', (_by, input) => {
    expect(refundInput.safeParse(input).success).toBe(true)
  })

  it('is refused without an entry', () => {
    expect(refundInput.safeParse({ uid: 'uid' }).success).toBe(false)
    expect(refundInput.safeParse({ detail: { status: 'SUCCEEDED', input: '{}' } }).success).toBe(false)
  })
})
