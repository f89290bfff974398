import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { API_ERRORS, type ApiErrorCode } from '../../../lambdas/contract/errors.ts'
import { createApi } from '../../../web/shared/api.ts'
import { type CarryRoom, createCarry } from '../../../web/upload/carry.ts'
import { type Upload, type UploadState, Uploads } from '../../../web/upload/uploads.ts'
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
  soundOnly: true,
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

/** The real API client in front of a server that answers as the test says, and a carry that never waits. */
function carrying(routes: Partial<Record<'video' | 'parts' | 'complete', Answer>>, changes: Partial<CarryRoom> = {}) {
  const asked: Asked[] = []
  const waits: number[] = []
  const api = createApi({
    async fetch(input, init) {
      const route = String(input).split('/').at(-1) ?? ''
      const request = { route, body: JSON.parse(String(init?.body)), headers: new Headers(init?.headers) }
      asked.push(request)
      const answer = route === 'video' || route === 'parts' || route === 'complete' ? routes[route] : undefined
      return answer?.(request) ?? json({}, 404)
    },
    accessToken: async () => 'token',
    onSignedOut: vi.fn(),
  })
  const states: UploadState[] = []
  const dependencies: CarryRoom = {
    api,
    copySound: async () => new Blob(['sound']),
    wait: async ms => void waits.push(ms),
    now: () => 0,
    onChange: vi.fn(),
    onAbandon: vi.fn(),
    ...changes,
  }
  const carry = createCarry(dependencies)
  const run = (given = upload, signal = new AbortController().signal) =>
    carry(given, state => states.push(state), signal)
  const routesAsked = () => asked.map(({ route }) => route)
  const steps = () => [...new Set(states.map(({ step }) => step))]
  return { run, carry, asked, routesAsked, waits, states, dependencies, steps }
}

const accepted = () => json({ entry, post })

beforeEach(() => vi.stubGlobal('localStorage', memoryStorage()))
afterEach(() => vi.unstubAllGlobals())

describe('an upload', () => {
  it('copies the sound out, submits it, sends it and ends as done', async () => {
    const { sent, FakeRequest } = fakeXhr(() => 204)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    const { run, asked, states, steps, dependencies } = carrying({ video: accepted })
    await run()
    expect(steps()).toEqual(['extracting', 'done'])
    expect(states.at(-1)).toEqual({ step: 'done', key: KEY })
    const body = {
      filename: 'talk.mp4',
      size: 5,
      type: 'video/mp4',
      durationSeconds: 60,
      register: 'polite',
      profile: 'standard',
    }
    expect(asked[0]?.body).toEqual(body)
    expect(asked[0]?.headers.get('idempotency-key')).toBe('upload-1')
    const form = sent[0]?.body
    expect(form instanceof FormData && [...form.keys()]).toEqual(['key', 'file'])
    expect(dependencies.onChange).toHaveBeenCalledTimes(2)
  })

  it('sends the whole file when the sound cannot be copied', async () => {
    const { FakeRequest } = fakeXhr(() => 204)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const copySound = () => Promise.reject(new Error('a codec that no MP4 holds'))
    const { run, asked } = carrying({ video: accepted }, { copySound })
    await run()
    expect(asked[0]?.body).toMatchObject({ size: 12 })
  })

  it('waits while three videos are in progress', async () => {
    const { FakeRequest } = fakeXhr(() => 204)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    let isBusy = true
    const { run, states, waits } = carrying({
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

  it('fails without sending a byte when there are too few tokens', async () => {
    const { sent, FakeRequest } = fakeXhr(() => 204)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    const { run } = carrying({ video: () => refusal('INSUFFICIENT_TOKENS') })
    await expect(run()).rejects.toThrow('토큰이 부족해요.')
    expect(sent).toEqual([])
  })

  it('is submitted only once, however often the network breaks', async () => {
    let tries = 0
    const { FakeRequest } = fakeXhr(() => {
      tries += 1
      return tries < 4 ? 'lost' : 204
    })
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    const { run, routesAsked, waits } = carrying({ video: accepted })
    await run()
    expect(routesAsked()).toEqual(['video'])
    expect(waits).toEqual([1_000, 2_000, 4_000])
  })
})

describe('an upload in parts that an earlier visit began', () => {
  const begun = { uploadId: 'parts-1', partBytes: 2, parts: 3 }
  const record = { fingerprint: upload.fingerprint, name: upload.name, key: KEY, size: 5, startedAt: 0, ...begun }
  const parts: Answer = ({ body }) => {
    const wanted = z.object({ parts: z.array(z.number()) }).parse(body).parts
    const urls = wanted.map(part => ({ part, url: `https://store/${part}` }))
    return json({ urls, received: [{ part: 1, etag: 'x', size: 2 }] })
  }

  it('continues without another submission and is forgotten once complete', async () => {
    const { sent, FakeRequest } = fakeXhr(() => 200)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    localStorage.setItem('jamak.unfinished-uploads', JSON.stringify([record]))
    const { run, routesAsked } = carrying({ parts, complete: () => json({}) })
    await run()
    expect(routesAsked()).toEqual(['parts', 'complete'])
    expect(sent.map(({ url }) => url).sort()).toEqual(['https://store/2', 'https://store/3'])
    expect(localStorage.getItem('jamak.unfinished-uploads')).toBe('[]')
  })

  it('starts again when the server has closed it in the meantime', async () => {
    const { FakeRequest } = fakeXhr(() => 204)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    localStorage.setItem('jamak.unfinished-uploads', JSON.stringify([record]))
    const { run, routesAsked, states } = carrying({ parts: () => refusal('UPLOAD_CLOSED'), video: accepted })
    await run()
    expect(routesAsked()).toEqual(['parts', 'video'])
    expect(states.at(-1)?.step).toBe('done')
  })

  it('is left alone when another file is chosen', async () => {
    const { FakeRequest } = fakeXhr(() => 204)
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    localStorage.setItem('jamak.unfinished-uploads', JSON.stringify([{ ...record, fingerprint: 'other' }]))
    const { run, routesAsked } = carrying({ video: accepted })
    await run()
    expect(routesAsked()).toEqual(['video'])
  })
})

describe('an upload that the user stops', () => {
  it('gives its submission up and does not count as failed', async () => {
    const { FakeRequest } = fakeXhr(() => {
      uploads.cancel('upload-1')
      return 'lost'
    })
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    const { carry, dependencies } = carrying({ video: accepted })
    const uploads = new Uploads(carry, () => 'upload-1')
    const { id: _, state: __, ...order } = upload
    uploads.add([order])
    await vi.waitFor(() => expect(dependencies.onAbandon).toHaveBeenCalledWith(KEY))
    expect(uploads.current()).toEqual([])
  })
})
