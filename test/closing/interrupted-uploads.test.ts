import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refundEntry } from '../../lambdas/closing/refund-entry.ts'
import { type SweepDeps, sweep } from '../../lambdas/closing/sweep.ts'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { MULTIPART_FROM_BYTES } from '../../lambdas/contract/limits.ts'
import { SUBMISSION_ROUTES } from '../../lambdas/contract/routes/submission-routes.ts'
import { V1_SUBMISSION_ROUTES } from '../../lambdas/contract/routes/v1-routes.ts'
import { ROUTES } from '../../lambdas/contract/routes.ts'
import { executionName, refundInput } from '../../lambdas/contract/workflow.ts'
import { listEntries } from '../../lambdas/records/archive.ts'
import { readUser } from '../../lambdas/records/users.ts'
import { apiHandler } from '../../lambdas/runtime/http.ts'
import { cancelEntry } from '../../lambdas/submission/cancel-entry.ts'
import { heartbeat } from '../../lambdas/submission/stale-uploads.ts'
import { submitVideo } from '../../lambdas/submission/submit-video.ts'
import { completeUpload, signParts } from '../../lambdas/submission/upload-in-parts.ts'
import { createApi } from '../../web/shared/api.ts'
import { createUploadRunner } from '../../web/upload/run-upload.ts'
import { readResumes } from '../../web/upload/transfer/resume.ts'
import { type UploadOrder, Uploads } from '../../web/upload/uploads.ts'
import { giveUp } from '../../web/upload/uploads-context.tsx'
import { openDeps, type TestDeps } from '../submission/deps.ts'
import { setUpMedia } from '../support/media.ts'
import { memoryStorage } from '../support/memory-storage.ts'
import { setUpTables } from '../support/tables.ts'
import { NOW, newUser } from '../support/users.ts'

const MINUTE = 60_000
const FORM = 'a whole film'
const LARGE = new Blob([new Uint8Array(MULTIPART_FROM_BYTES + 1)])

/**
 * Moments of an upload at which it is interrupted, by the page's call at that moment. `reached`: the call arrives, and
 * only its response is lost. `left`: the call is never made.
 */
const MOMENTS = {
  'before the announcement': { call: 'video', fate: 'left', large: false },
  'before the announcement is answered': { call: 'video', fate: 'reached', large: false },
  'after the announcement of a form': { call: 'POST', fate: 'left', large: false },
  'when the form has arrived, before its answer': { call: 'POST', fate: 'reached', large: false },
  'after the announcement of an upload in parts': { call: 'parts', fate: 'left', large: true },
  'after the addresses of the parts': { call: 'PUT', fate: 'left', large: true },
  'in the middle of the parts': { call: 'PUT', fate: 'reached', large: true },
  'after the last part': { call: 'complete', fate: 'left', large: true },
  'when the parts are complete, before the answer': { call: 'complete', fate: 'reached', large: true },
} as const
type Moment = (typeof MOMENTS)[keyof typeof MOMENTS]

type Way =
  | 'a reload that nobody follows up'
  | 'a reload and "취소"'
  | 'a crash that loses the browser’s storage'
  | 'a network that is gone for good'
  | '"취소" in the list of uploads'
  | '"취소" on a second device'
const WAYS: readonly Way[] = [
  'a reload that nobody follows up',
  'a reload and "취소"',
  'a crash that loses the browser’s storage',
  'a network that is gone for good',
  '"취소" in the list of uploads',
  '"취소" on a second device',
]

const [media, tables] = await Promise.all([setUpMedia(), setUpTables()])
let test: TestDeps
let sweeping: SweepDeps
let uid: string

beforeEach(async () => {
  test = openDeps(tables, media)
  const { machine, closing } = test.machines
  sweeping = { tables: tables.tables, media: media.media, machine, closing, now: test.deps.now }
  uid = (await newUser(tables.tables)).uid
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('location', { pathname: '/' })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The network between one page and the service; `interrupt` is called once, at the chosen moment. */
class Network {
  private readonly moment: Moment
  private readonly interrupt: () => Promise<'goes on' | 'is gone' | 'is dead'>
  private state: 'whole' | 'goes on' | 'is gone' | 'is dead' = 'whole'

  constructor(moment: Moment, interrupt: () => Promise<'goes on' | 'is gone' | 'is dead'>) {
    this.moment = moment
    this.interrupt = interrupt
  }

  /** Makes a call, unless the page is gone (the call never returns) or its network is dead (every call fails). */
  async pass<Answer>(call: string, make: () => Promise<Answer>): Promise<Answer> {
    if (this.state === 'whole' && call === this.moment.call) {
      if (this.moment.fate === 'reached') await make()
      this.state = await this.interrupt()
    }
    if (this.state === 'is gone') return new Promise<Answer>(() => undefined)
    if (this.state === 'is dead') throw new TypeError('the network is gone')
    return make()
  }
}

/** The page's client, calling the submission handler directly. */
function apiOver(network: Pick<Network, 'pass'>) {
  const { deps } = test
  const own = (parameters: { key: string }) => ({ uid, key: parameters.key })
  const unused = () => Promise.reject(new Error('not asked for here'))
  const handler = apiHandler(
    'submission',
    { ...SUBMISSION_ROUTES, ...V1_SUBMISSION_ROUTES },
    {
      submitVideo: ({ idempotencyKey, body }) => submitVideo(deps, { uid, id: idempotencyKey }, body),
      signParts: ({ parameters, body }) => signParts(deps, own(parameters), body),
      completeUpload: ({ parameters, body }) => completeUpload(deps, own(parameters), body),
      reportHeartbeat: ({ parameters }) => heartbeat(deps, own(parameters)),
      closeGroup: () => Promise.reject(new Error('no upload is part of a group here')),
      cancelEntry: ({ parameters, body }) => cancelEntry(deps, own(parameters), body),
      storeScript: unused,
      v1StoreScript: unused,
      submitSubtitle: unused,
      v1Key: unused,
      v1Quote: unused,
      v1Submit: unused,
      v1SignParts: unused,
      v1CompleteUpload: unused,
      v1Heartbeat: unused,
      v1Cancel: unused,
      quoteYoutube: unused,
      priceYoutube: unused,
      submitYoutube: unused,
      retryEntry: unused,
    },
  )
  return createApi({
    takePrefetched: () => undefined,
    accessToken: async () => 'token',
    wait: async () => undefined,
    now: Date.now,
    onSignedOut: () => undefined,
    fetch: async (input, init) => {
      const path = String(input)
      const call = path.split('/').at(-1) ?? ''
      return network.pass(call, async () => {
        const key = /\/(\d{14})\//.exec(path)?.[1]
        const route = Object.values(ROUTES).find(each => each.path === path.replace(/\d{14}/, '{key}'))
        const answer = await handler({
          version: '2.0',
          routeKey: `POST ${route?.path}`,
          rawPath: path,
          rawQueryString: '',
          headers: Object.fromEntries(new Headers(init?.headers)),
          body: init?.body === undefined ? undefined : String(init.body),
          pathParameters: key === undefined ? undefined : { key },
          isBase64Encoded: false,
          requestContext: { requestId: 'r', authorizer: { jwt: { claims: { sub: uid, username: uid } } } },
        })
        return new Response(answer.body, { status: answer.statusCode })
      })
    },
  })
}

/** The browser's request to the store. */
function requestsOver(network: Network) {
  return class {
    readonly upload: { onprogress?: (event: { loaded: number }) => void } = {}
    status = 0
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    onloadend?: () => void
    private method = ''
    private url = ''
    private readonly aborted = new AbortController()

    open(method: string, url: string): void {
      this.method = method
      this.url = url
    }

    send(body: FormData | Blob): void {
      const { method, url } = this
      network
        .pass(method, async () => {
          // Node’s fetch breaks when a streamed body is aborted, and copies another one twice: parts are large.
          const whole = body instanceof Blob ? body : await new Response(body).blob()
          const headers = whole.type === '' ? {} : { 'content-type': whole.type }
          const bytes = Buffer.from(await whole.arrayBuffer())
          const sent = request(url, { method, headers, signal: this.aborted.signal }).end(bytes)
          const [answer]: IncomingMessage[] = await once(sent, 'response')
          answer?.resume()
          return answer?.statusCode ?? 0
        })
        .then(
          status => {
            this.status = status
            this.onload?.()
          },
          () => this.onerror?.(),
        )
        .finally(() => this.onloadend?.())
    }

    abort(): void {
      this.aborted.abort()
      this.onabort?.()
      this.onloadend?.()
    }
  }
}

const order = (large: boolean): UploadOrder => ({
  name: 'talk.mp4',
  file: large ? LARGE : new Blob([FORM]),
  fingerprint: `talk.mp4|${large}`,
  durationSeconds: 60,
  register: 'polite',
  profile: 'standard',
  glossary: true,
})

const newest = async (): Promise<ArchiveEntry | undefined> => {
  const entries: ArchiveEntry[] = []
  for await (const entry of listEntries(tables.tables, uid)) entries.push(entry)
  return entries.at(-1)
}

/** Uploads until the chosen moment, interrupts there, and lets the page do what it still can. */
async function interrupted(moment: Moment, way: Way): Promise<void> {
  const whole = { pass: <Answer>(_: string, make: () => Promise<Answer>) => make() }
  const reached = Promise.withResolvers<void>()
  const given: Promise<void>[] = []
  const network = new Network(moment, async () => {
    queueMicrotask(() => reached.resolve())
    if (way === '"취소" in the list of uploads') {
      for (const { id } of uploads.current()) uploads.cancel(id)
      return 'goes on'
    }
    if (way === '"취소" on a second device') {
      const entry = await newest()
      if (entry) await cancelEntry(test.deps, entry, { costs: 0 })
      return 'goes on'
    }
    return way === 'a network that is gone for good' ? 'is dead' : 'is gone'
  })
  vi.stubGlobal('XMLHttpRequest', requestsOver(network))
  const api = apiOver(network)
  const carry = createUploadRunner({
    api,
    copySound: () => Promise.reject(new Error('nothing to copy')),
    wait: async () => undefined,
    now: test.deps.now,
    newId: () => crypto.randomUUID(),
    onChange: () => undefined,
    storePicture: () => undefined,
    groupOf: ({ group }) => group,
    onAbandon: submission => void given.push(giveUp(api, submission)),
  })
  const ended = Promise.withResolvers<void>()
  const uploads = new Uploads(async (...asked) => {
    await carry(...asked).finally(() => ended.resolve())
  })
  uploads.add([order(moment.large)])
  await reached.promise
  if (way === 'a crash that loses the browser’s storage') localStorage.clear()
  if (way === 'a reload and "취소"')
    for (const record of readResumes(test.clock.now)) await giveUp(apiOver(whole), record)
  if (!way.startsWith('a reload') && !way.startsWith('a crash')) await ended.promise
  await Promise.all(given)
}

/** The sweeper's runs in the ten minutes after `NOW`, and the closing machine behind them. */
async function tenMinutes(): Promise<void> {
  let closed = 0
  for (const minutes of [4.9, 9.9]) {
    test.clock.now = NOW + minutes * MINUTE
    await sweep(sweeping)
    for (const { input } of test.machines.closed.slice(closed))
      await refundEntry(tables.tables, test.clock.now, refundInput.parse(input))
    closed = test.machines.closed.length
  }
}

/** A second device can cancel only an upload that the service knows. Large uploads, which are slow to send, are tested in a third of the ways. */
const waysAt = ({ call, fate, large }: Moment, nth: number) =>
  WAYS.filter((way, n) =>
    large ? (n + nth) % 3 === 0 : way !== '"취소" on a second device' || call !== 'video' || fate === 'reached',
  )

describe.each(Object.entries(MOMENTS))('an upload interrupted %s', (name, moment) => {
  it.each(waysAt(moment, Object.keys(MOMENTS).indexOf(name)))('by %s holds no token ten minutes later', async way => {
    await interrupted(moment, way)
    await tenMinutes()
    const entry = await newest()
    const user = await readUser(tables.tables, uid)
    const isStarted = entry && test.machines.started.some(({ name }) => name === executionName(entry))
    // Nothing was interrupted if the video had arrived: its subtitle is made, unless the user gave it up.
    const hasArrived = moment.fate === 'reached' && (moment.call === 'POST' || moment.call === 'complete')
    const isMade = hasArrived && !way.includes('취소')
    expect([isStarted ?? false, user?.token, user?.open_submissions]).toEqual(isMade ? [true, 190, 1] : [false, 200, 0])
  })
})
