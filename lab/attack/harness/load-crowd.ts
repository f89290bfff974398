import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { VIDEO_TYPE } from '../../../lambdas/contract/limits.ts'
import type { RouteResponse } from '../../../lambdas/contract/routes.ts'
import { type Api, createApi } from '../../../web/shared/api.ts'
import { codeOf } from '../../../web/shared/request-failed.ts'
import { ConnectionLost, StoreRefused } from '../../../web/upload/errors.ts'
import { patiently } from '../../../web/upload/transfer/patience.ts'
import type { Chance } from './chance.ts'
import type { Life } from './life.ts'
import type { Tally } from './random-person.ts'
import { pause } from './service.ts'

/** A user in the load test, who calls the API through the page's own client and retries what the page retries. */
export interface CrowdMember {
  /** Reads one of the page's lists. */
  read(chance: Chance): Promise<void>
  /** Submits a video and uploads it, retrying as the page does. */
  submit(video: Buffer, filename: string): Promise<void>
}

/** The page's attempts for an upload and for a list. */
const UPLOAD_TRIES = 8
const READ_TRIES = 3
const READS: ((api: Api) => Promise<unknown>)[] = [
  api => api('me', {}),
  api => api('listArchive', { query: {} }),
  api => api('movements', { query: {} }),
  api => api('listPayments', {}),
]
const refusal = z.object({ code: z.string() })

export interface CrowdFigures {
  /** All responses, including those to retries. */
  answers: Tally
  /** Slowest response, in milliseconds. */
  slowest: number
  /** Errors that the page would have shown after its last attempt, by code. */
  shown: Record<string, number>
}

/** Signs a user in. The user's requests count towards the figures that `figures` returns. */
export async function crowdMember(life: Life, name: string, figures: () => CrowdFigures): Promise<CrowdMember> {
  const { accessToken } = await life.signIn({ provider: 'Google', subject: name, name, email: `${name}@example.com` })
  const api = createApi({
    fetch: (path, init) => counted(figures(), () => fetch(new URL(String(path), life.siteUrl), init)),
    takePrefetched: () => undefined,
    accessToken: async () => accessToken,
    wait: pause,
    now: Date.now,
    onSignedOut() {},
  })
  const patience = { signal: new AbortController().signal, onPause() {}, wait: pause }
  await patiently(() => api('openSession', {}), { ...patience, tries: READ_TRIES })
  /** Counts an error that remains after the last attempt, as the page would show it. */
  const shown = async (work: Promise<unknown>): Promise<void> => {
    await work.catch((error: unknown) => {
      const code = codeOf(error) ?? String(error)
      const { shown: counts } = figures()
      counts[code] = (counts[code] ?? 0) + 1
    })
  }
  return {
    read: chance => shown(patiently(() => chance.pick(READS)(api), { ...patience, tries: READ_TRIES })),
    submit(video, filename) {
      const body = {
        filename,
        size: video.length,
        type: VIDEO_TYPE,
        durationSeconds: 20,
        register: 'polite',
        profile: 'standard',
      } as const
      const idempotencyKey = randomUUID()
      const ask = () => api('submitVideo', { body, idempotencyKey })
      const carry = async (): Promise<void> => {
        const { post } = await patiently(ask, { ...patience, tries: UPLOAD_TRIES })
        if (post) await patiently(() => send(post, video), { ...patience, tries: UPLOAD_TRIES })
      }
      return shown(carry())
    },
  }
}

/** Posts the form as the page does. */
async function send({ url, fields }: NonNullable<RouteResponse<'submitVideo'>['post']>, video: Buffer): Promise<void> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([new Uint8Array(video)], { type: VIDEO_TYPE }), 'file.mp4')
  const { status } = await fetch(url, { method: 'POST', body: form }).catch((cause: unknown) => {
    throw new ConnectionLost(cause)
  })
  if (status >= 300) throw new StoreRefused(status)
}

async function counted(figures: CrowdFigures, ask: () => Promise<Response>): Promise<Response> {
  const { answers } = figures
  const begun = performance.now()
  answers.tried += 1
  try {
    const answer = await ask()
    if (answer.ok) answers.passed += 1
    else {
      const { code = `HTTP ${answer.status}` } = refusal.safeParse(await answer.clone().json()).data ?? {}
      answers.byCode[code] = (answers.byCode[code] ?? 0) + 1
      if (answer.status >= 500) answers.faulty += 1
      else answers.refused += 1
    }
    return answer
  } catch (error) {
    answers.cut += 1
    throw error
  } finally {
    figures.slowest = Math.max(figures.slowest, performance.now() - begun)
  }
}
