import { createHash } from 'node:crypto'
import { costOf } from '../../../../lambdas/contract/pricing.ts'
import type { SubmissionView, SubmitRequest } from '../../../../lambdas/contract/routes/v1-routes.ts'
import type { Context } from '../context.ts'
import { EXIT, Fault } from '../fault.ts'
import type { Client } from './client.ts'
import type { ScriptText } from './script.ts'
import type { Source } from './source.ts'
import { upload } from './upload.ts'

export interface Wish {
  profile?: SubmitRequest['profile'] | undefined
  register?: SubmitRequest['register'] | undefined
  /** English text of the speech, and notes for the translation. Only for a video or a link. */
  script?: ScriptText | undefined
  /** Maximum tokens that it may cost. */
  maxTokens?: number | undefined
  onShare?(share: number): void
}

/** After this many failed submissions of the same source, the command does not try again. */
const MOST_ATTEMPTS = 20

/**
 * Submits a source and uploads its sound. The idempotency key is derived from the source and the options, so the same
 * command within a day continues the same submission and is charged once; if that one failed, a new one begins.
 * @throws Fault OVER_CEILING before anything is sent, and the service's refusals
 */
export async function submit(context: Context, client: Client, source: Source, wish: Wish): Promise<SubmissionView> {
  try {
    return await submitOnce(context, client, source, wish)
  } finally {
    await source.film?.close()
  }
}

async function submitOnce(context: Context, client: Client, source: Source, wish: Wish): Promise<SubmissionView> {
  const { profile = 'standard', register = 'polite', maxTokens, onShare = () => undefined } = wish
  refuseCeiling(context, source, maxTokens)
  const added = await storeScript(context, client, source, wish)
  const body = { ...source.body, ...added, profile, register, ...(maxTokens !== undefined && { maxTokens }) }
  for (let attempt = 0; ; attempt += 1) {
    const idempotencyKey = uuidOf([source.fingerprint, source.body, added, profile, register, maxTokens, attempt])
    try {
      const { submission, post, multipart } = await client.call('v1Submit', { body, idempotencyKey })
      if (submission.status === 'failed' && attempt < MOST_ATTEMPTS) continue
      const { id } = submission
      const { film } = source
      if (film && (post || multipart)) await upload(context, client, { id, film, post, multipart }, onShare)
      return submission
    } catch (error) {
      // The earlier submission of the same source was deleted.
      if (!(error instanceof Fault && error.code === 'NO_VIDEO') || attempt >= MOST_ATTEMPTS) throw error
    }
  }
}

/** Stores the user's script under an id that depends only on its content. @throws Fault NO_SPEECH */
async function storeScript({ say }: Context, client: Client, { name, body }: Source, { script }: Wish) {
  if (!script) return {}
  if (body.type === 'subtitle') throw new Fault('NO_SPEECH', say('noSpeech', name), { exit: EXIT.usage })
  return { script: (await client.call('v1StoreScript', { body: script })).id }
}

/** The price of a video is known here. The service checks the price of other sources before it holds any tokens. */
function refuseCeiling({ say }: Context, { name, body }: Source, maxTokens: number | undefined): void {
  if (body.type !== 'video' || maxTokens === undefined) return
  const tokens = costOf(body)
  if (tokens > maxTokens) throw new Fault('OVER_CEILING', say('ceiling', name, tokens, maxTokens), { exit: EXIT.cost })
}

/** A UUID (version 8) from the hash of values. */
function uuidOf(values: readonly unknown[]): string {
  const hex = createHash('sha256').update(JSON.stringify(values)).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

const isOver = ({ status }: SubmissionView): boolean => status === 'done' || status === 'failed'
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5000

/** Waits until a submission is done or has failed. `onStatus` gets each change. */
export async function follow(
  { wait, signal }: Context,
  client: Client,
  id: string,
  onStatus: (submission: SubmissionView) => void,
): Promise<SubmissionView> {
  let status: string | undefined
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.2, LONGEST_PAUSE_MS)) {
    const submission = await client.call('v1Read', { parameters: { id } })
    if (submission.status !== status) onStatus(submission)
    status = submission.status
    if (isOver(submission)) return submission
    await wait(pauseMs, signal)
  }
}
