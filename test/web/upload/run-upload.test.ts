import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { API_ERRORS, type ApiErrorCode } from '../../../lambdas/contract/errors.ts'
import { createApi } from '../../../web/shared/api.ts'
import { createUploadRunner, type UploadDeps } from '../../../web/upload/run-upload.ts'
import { readResumes } from '../../../web/upload/transfer/resume.ts'
import { type Upload, type UploadState, Uploads } from '../../../web/upload/uploads.ts'
import { eventually } from '../../support/eventually.ts'
import { fakeXhr } from '../../support/fake-xhr.ts'
import { memoryStorage } from '../../support/memory-storage.ts'
import { sampleEntry } from '../../support/sample-data.ts'

const KEY = '20260314140926'
const entry = sampleEntry(KEY, { status: 'uploading' })
const post = { url: 'https://store/media', fields: { key: 'videos/user-1/talk.mp4' } }

const upload: Upload = {
  id: 'upload-1',
  name: 'talk.mp4',
  file: new Blob(['a whole film']),
  fingerprint: 'talk.mp4|12|0',
  durationSeconds: 60,
  register: 'polite',
  profile: 'standard',
  glossary: true,
  trackId: 1,
  state: { step: 'waiting', busy: false },
}

interface Asked {
  route: string
  body: unknown
  headers: Headers
}
type Answer = (asked: Asked) => Response
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const refusal = (code: ApiErrorCode) => json({ code, message: API_ERRORS[code][1] }, API_ERRORS[code][0])

type RouteAsked = 'video' | 'parts' | 'complete' | 'feed'
const isRouteAsked = (name: string): name is RouteAsked => ['video', 'parts', 'complete', 'feed'].includes(name)

/** The real API client with a scripted server, and waits that return at once. */
function startRun(routes: Partial<Record<RouteAsked, Answer>>, changes: Partial<UploadDeps> = {}) {
  const asked: Asked[] = []
  const waits: number[] = []
  const api = createApi({
    async fetch(input, init) {
      const route = String(input).split('/').at(-1) ?? ''
      const request = { route, body: JSON.parse(String(init?.body ?? 'null')), headers: new Headers(init?.headers) }
      asked.push(request)
      const answer = isRouteAsked(route) ? routes[route] : undefined
      return answer?.(request) ?? json({}, 404)
    },
    takePrefetched: () => undefined,
    accessToken: async () => 'token',
    wait: async () => undefined,
    now: Date.now,
    onSignedOut: vi.fn(),
  })
  const states: UploadState[] = []
  const dependencies: UploadDeps = {
    api,
    copySound: async () => new Blob(['sound']),
    wait: async ms => void waits.push(ms),
    now: () => 0,
    newId: () => 'upload-2',
    onChange: vi.fn(),
    storePicture: vi.fn(),
    groupOf: ({ group }) => group,
    onAbandon: vi.fn(),
    ...changes,
  }
  const runUpload = createUploadRunner(dependencies)
  const run = (given = upload, signal = new AbortController().signal) =>
    runUpload(given, state => states.push(state), signal)
  const routesAsked = () => asked.map(({ route }) => route)
  const steps = () => [...new Set(states.map(({ step }) => step))]
  return { run, runUpload, asked, routesAsked, waits, states, dependencies, steps }
}

const accepted = () => json({ entry, post })

beforeEach(() => vi.stubGlobal('localStorage', memoryStorage()))
afterEach(() => vi.unstubAllGlobals())

describe('an upload', () => {
  it('copies the sound out, submits it, sends it and ends as done', async () => {
    const { sent, FakeRequest } = fakeXhr(() => 204)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    const { run, asked, states, steps, dependencies } = startRun({ video: accepted })
    await run()
    expect(steps()).toEqual(['extracting', 'sending', 'done'])
    expect(states.at(-1)).toEqual({ step: 'done', key: KEY })
    const body = {
      filename: 'talk.mp4',
      size: 5,
      type: 'video/mp4',
      durationSeconds: 60,
      register: 'polite',
      profile: 'standard',
      glossary: true,
    }
    expect(asked[0]?.body).toEqual(body)
    expect(asked[0]?.headers.get('idempotency-key')).toBe('upload-1')
    const form = sent[0]?.body
    expect(form instanceof FormData && [...form.keys()]).toEqual(['key', 'file'])
    expect(dependencies.onChange).toHaveBeenCalledTimes(2)
    expect(dependencies.storePicture).toHaveBeenCalledWith(upload, KEY)
  })

  it.each([
    [3, { size: 3 }],
    [2, { size: 2 }],
    [1, undefined],
  ])('announces the %i members that its group has by then; one is no group', async (size, announced) => {
    const { FakeRequest } = fakeXhr(() => 204)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    const group = { id: crypto.randomUUID(), size: 3, series: false }
    const { run, asked } = startRun({ video: accepted }, { groupOf: () => ({ ...group, size }) })
    await run({ ...upload, group })
    if (announced) expect(asked[0]?.body).toMatchObject({ group: announced })
    else expect(asked[0]?.body).not.toHaveProperty('group')
  })

  it('asks the server for nothing if the sound cannot be copied', async () => {
    const copySound = () => Promise.reject(new Error('the file cannot be read any more'))
    const { run, asked } = startRun({ video: accepted }, { copySound })
    await expect(run()).rejects.toThrow('cannot be read any more')
    expect(asked).toEqual([])
  })

  it('announces how much sound it sends', async () => {
    const { FakeRequest } = fakeXhr(() => 204)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    const { run, asked } = startRun({ video: accepted })
    await run({ ...upload, soundMs: 60_032 })
    expect(asked[0]?.body).toMatchObject({ soundMs: 60_032 })
  })

  it('waits while three videos are in progress', async () => {
    const { FakeRequest } = fakeXhr(() => 204)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    let isBusy = true
    const { run, states, waits } = startRun({
      video() {
        const answer = isBusy ? refusal('TOO_MANY_OPEN') : accepted()
        isBusy = false
        return answer
      },
    })
    await run()
    expect(states).toContainEqual({ step: 'waiting', busy: true })
    expect(waits).toEqual([15_000])
    expect(states.at(-1)?.step).toBe('done')
  })

  it.each(['STOPPED', 'TOO_MANY_TODAY', 'TOO_MUCH_REFUNDED'] as const)(
    'tells %s at once instead of waiting it out',
    async code => {
      const { run, routesAsked, waits } = startRun({ video: () => refusal(code) })
      await expect(run()).rejects.toThrow(API_ERRORS[code][1])
      expect(routesAsked()).toEqual(['video'])
      expect(waits).toEqual([])
      expect(localStorage.getItem('jamak.unfinished-uploads')).toBe('[]')
    },
  )

  it('fails without sending a byte when there are too few tokens', async () => {
    const { sent, FakeRequest } = fakeXhr(() => 204)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    const { run } = startRun({ video: () => refusal('INSUFFICIENT_TOKENS') })
    await expect(run()).rejects.toThrow('토큰이 부족해요.')
    expect(sent).toEqual([])
  })

  it('is submitted again with the same key if the connection breaks during the response', async () => {
    const { FakeRequest } = fakeXhr(() => 204)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    const broken = () => new Response(new ReadableStream({ start: body => body.error(new TypeError('network error')) }))
    const answers = [broken, accepted]
    const kept: number[] = []
    const video = () => {
      kept.push(readResumes(0).length)
      return (answers.shift() ?? accepted)()
    }
    const { run, asked, steps } = startRun({ video })
    await run()
    expect(kept).toEqual([1, 1])
    expect(new Set(asked.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    expect(steps().at(-1)).toBe('done')
  })

  it('stays resumable if the response to its submission violates the contract, because tokens may be held', async () => {
    const { run } = startRun({ video: () => json({}) })
    await expect(run()).rejects.toThrow()
    expect(readResumes(0)).toHaveLength(1)
  })

  it('is submitted only once, however often the network breaks', async () => {
    let tries = 0
    const { FakeRequest } = fakeXhr(() => {
      tries += 1
      return tries < 4 ? 'lost' : 204
    })
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    const { run, routesAsked, waits } = startRun({ video: accepted })
    await run()
    expect(routesAsked()).toEqual(['video'])
    expect(waits).toEqual([1_000, 2_000, 4_000])
  })
})

describe('a multipart upload begun by an earlier visit', () => {
  const multipart = { uploadId: 'parts-1', partBytes: 2, parts: 3 }
  const request = {
    filename: 'talk.mp4',
    size: 5,
    type: 'video/mp4',
    durationSeconds: 60,
    register: 'banmal',
    profile: 'standard',
    glossary: true,
  }
  const record = { id: 'earlier', fingerprint: upload.fingerprint, request, key: KEY, startedAt: 0 }
  const video: Answer = () => json({ entry, multipart })
  const parts: Answer = ({ body }) => {
    const wanted = z.object({ parts: z.array(z.number()) }).parse(body).parts
    const urls = wanted.map(part => ({ part, url: `https://store/${part}` }))
    return json({ urls, received: [{ part: 1, etag: 'x', size: 2 }] })
  }
  const keep = (changes: object = {}) =>
    localStorage.setItem('jamak.unfinished-uploads', JSON.stringify([{ ...record, ...changes }]))
  const keysOf = (asked: readonly Asked[]) =>
    asked.filter(({ route }) => route === 'video').map(({ headers }) => headers.get('idempotency-key'))

  it('resumes the earlier submission, sends what is missing and is forgotten once complete', async () => {
    const { sent, FakeRequest } = fakeXhr(() => 200)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    keep()
    const { run, asked, routesAsked } = startRun({ video, parts, complete: () => json({}) })
    await run()
    expect(routesAsked()).toEqual(['video', 'parts', 'complete'])
    expect(asked[0]?.body).toEqual(request)
    expect(keysOf(asked)).toEqual(['earlier'])
    expect(sent.map(({ url }) => url).sort()).toEqual(['https://store/2', 'https://store/3'])
    expect(localStorage.getItem('jamak.unfinished-uploads')).toBe('[]')
  })

  it('stays paused while its last part waits for the network, even after another part has arrived', async () => {
    const network = Promise.withResolvers<void>()
    const isLost = () => sent.filter(({ url }) => url.endsWith('/2')).length === 1
    const { sent, FakeRequest } = fakeXhr(({ url }) => (url.endsWith('/2') && isLost() ? 'lost' : 200))
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    keep()
    const routes = { video, parts, complete: () => json({}) }
    const { run, states, steps } = startRun(routes, { wait: () => network.promise })
    const running = run()
    await eventually(() => expect(sent.map(({ url }) => url)).toEqual(['https://store/2', 'https://store/3']))
    await new Promise(resolve => setImmediate(resolve))
    expect(states.at(-1)).toMatchObject({ step: 'sending', paused: true })
    network.resolve()
    await running
    expect(steps().at(-1)).toBe('done')
  })

  it('restarts with a new submission if the server has closed it meanwhile', async () => {
    const { FakeRequest } = fakeXhr(() => 204)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    keep()
    const closed = { ...entry, status: 'failed', failure: 'UPLOAD_NEVER_CAME' }
    const { run, asked, states } = startRun({
      video: ({ headers }) => (headers.get('idempotency-key') === 'earlier' ? json({ entry: closed }) : accepted()),
    })
    await run()
    expect(keysOf(asked)).toEqual(['earlier', 'upload-2'])
    expect(states.at(-1)?.step).toBe('done')
  })

  it('restarts in the same group, in place of the closed member', async () => {
    const { FakeRequest } = fakeXhr(() => 204)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    const closed = { ...entry, status: 'failed', failure: 'UPLOAD_NEVER_CAME' }
    const { run, asked } = startRun({
      video: ({ headers }) => (headers.get('idempotency-key') === 'upload-1' ? json({ entry: closed }) : accepted()),
    })
    const group = { id: '6b0c5c0e-6c0f-4f0a-9d5e-2f8f4d1b7a10', size: 3, series: true }
    await run({ ...upload, group })
    expect(asked.map(({ body }) => body)).toMatchObject([{ group }, { group: { ...group, instead: closed.key } }])
  })

  it('restarts when it is closed while sending', async () => {
    const { FakeRequest } = fakeXhr(() => 200)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    keep()
    const { run, asked, states } = startRun({
      video: asked => (asked.headers.get('idempotency-key') === 'earlier' ? video(asked) : accepted()),
      parts: () => refusal('UPLOAD_CLOSED'),
    })
    await run()
    expect(keysOf(asked)).toEqual(['earlier', 'upload-2'])
    expect(states.at(-1)?.step).toBe('done')
  })

  it('does not restart when it was cancelled on another device', async () => {
    const { FakeRequest } = fakeXhr(() => 200)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    keep()
    const { run, asked } = startRun({ video, parts: () => refusal('NO_VIDEO') })
    await expect(run()).rejects.toThrow('다른 화면에서 취소한 영상이에요.')
    expect(keysOf(asked)).toEqual(['earlier'])
    expect(localStorage.getItem('jamak.unfinished-uploads')).toBe('[]')
  })

  it('is left alone when another file is chosen', async () => {
    const { FakeRequest } = fakeXhr(() => 204)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    keep({ fingerprint: 'other' })
    const { run, asked } = startRun({ video: accepted })
    await run()
    expect(keysOf(asked)).toEqual(['upload-1'])
  })

  it('is cancelled when the same file now yields other bytes', async () => {
    const { FakeRequest } = fakeXhr(() => 204)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    keep({ request: { ...request, size: 6 } })
    const { run, asked, dependencies } = startRun({ video: accepted })
    await run()
    expect(keysOf(asked)).toEqual(['upload-1'])
    expect(dependencies.onAbandon).toHaveBeenCalledWith(expect.objectContaining({ id: 'earlier' }))
  })
})

describe('an upload in progress', () => {
  const MINUTE = 60_000

  it('is reported to the server only while bytes move', async () => {
    let clock = 0
    let tries = 0
    const { FakeRequest } = fakeXhr(() => {
      tries += 1
      clock += MINUTE
      return tries < 3 ? 'lost' : 200
    })
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    const multipart = { uploadId: 'parts-1', partBytes: 5, parts: 1 }
    const parts: Answer = () => json({ urls: [{ part: 1, url: 'https://store/1' }], received: [] })
    const video: Answer = () => json({ entry, multipart })
    const routes = { video, parts, complete: () => json({}), feed: () => json({}) }
    const { run, routesAsked } = startRun(routes, { now: () => clock })
    await run()
    // The second and the third attempt repeat the bytes of the first.
    expect(routesAsked().filter(route => route === 'feed')).toHaveLength(1)
  })

  it('restarts when the server has closed a form that arrived too late', async () => {
    let clock = 0
    const { FakeRequest } = fakeXhr(() => {
      clock += MINUTE
      return 204
    })
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    let isClosed = true
    const feed = () => {
      const answer = isClosed ? refusal('UPLOAD_CLOSED') : json({})
      isClosed = false
      return answer
    }
    const { run, asked, states } = startRun({ video: accepted, feed }, { now: () => clock })
    await run()
    expect(asked.map(({ route }) => route)).toEqual(['video', 'feed', 'video', 'feed'])
    expect(states.at(-1)?.step).toBe('done')
  })
})

describe('an upload that the user stops', () => {
  it('cancels its submission and does not count as failed', async () => {
    const { FakeRequest } = fakeXhr(() => {
      uploads.cancel('upload-1')
      return 'lost'
    })
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    const { runUpload, dependencies } = startRun({ video: accepted })
    const uploads = new Uploads(runUpload, () => 'upload-1')
    const { id: _, state: __, ...order } = upload
    uploads.add([order])
    await eventually(() => expect(dependencies.onAbandon).toHaveBeenCalledWith(expect.objectContaining({ key: KEY })))
    expect(uploads.current()).toEqual([])
  })
})
