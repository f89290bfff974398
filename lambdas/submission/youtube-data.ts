import * as z from 'zod'
import { JamakError } from '../contract/errors.ts'
import { isoDurationSeconds } from '../contract/youtube.ts'
import { realTimeAndRandomness, retrying } from '../runtime/retry.ts'

/** A video as the Data API describes it. */
export const youtubeVideo = z.object({
  title: z.string(),
  durationSeconds: z.number(),
  thumbnail: z.string().optional(),
})
export type YoutubeVideo = z.infer<typeof youtubeVideo>

/**
 * Why there is no quote. `BUSY` is temporary (quota, outage), `MISCONFIGURED` is permanent (wrong key, unexpected
 * response).
 */
export type YoutubeFault = 'NOT_FOUND' | 'LIVE' | 'UPCOMING' | 'AGE_RESTRICTED' | 'BUSY' | 'MISCONFIGURED'

export class YoutubeDataError extends JamakError<YoutubeFault> {
  constructor(fault: YoutubeFault, message: string, options?: { cause?: unknown }) {
    super(fault, message, options)
    this.name = 'YoutubeDataError'
  }
}

export interface YoutubeData {
  /** @throws YoutubeDataError */
  video(id: string): Promise<YoutubeVideo>
}

export interface YoutubeDataOptions {
  fetch: typeof fetch
  /** Origin of the API. */
  apiUrl: string
  /** Read at each call, so that a changed key takes effect. */
  apiKey: () => Promise<string>
}

/** Any host is accepted here; the site's content security policy decides which hosts the page may load pictures from. */
const picture = z
  .object({ url: z.url({ protocol: /^https?$/ }) })
  .optional()
  .catch(undefined)
const answer = z.object({
  items: z
    .array(
      z.object({
        snippet: z.object({
          title: z.string(),
          liveBroadcastContent: z.string().default('none'),
          thumbnails: z.object({ medium: picture, default: picture }).default({}),
        }),
        contentDetails: z.object({
          duration: z.string(),
          contentRating: z.object({ ytRating: z.string().optional() }).default({}),
        }),
      }),
    )
    .default([]),
})
type Item = z.infer<typeof answer>['items'][number]

const refusal = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).default([]) }) })
const BUSY_REASONS = new Set(['quotaExceeded', 'dailyLimitExceeded', 'rateLimitExceeded', 'userRateLimitExceeded'])

const ATTEMPTS = 3
const PATIENCE_MS = 4000

/** The YouTube Data API v3, `videos.list`. */
export function youtubeData(options: YoutubeDataOptions): YoutubeData {
  return {
    async video(id) {
      const parsed = answer.safeParse(await ask(options, id))
      if (!parsed.success)
        throw new YoutubeDataError('MISCONFIGURED', 'the answer has an unexpected shape', { cause: parsed.error })
      const item = parsed.data.items[0]
      if (!item) throw new YoutubeDataError('NOT_FOUND', 'no such video')
      return parseVideo(item)
    },
  }
}

function parseVideo({ snippet, contentDetails }: Item): YoutubeVideo {
  if (snippet.liveBroadcastContent === 'upcoming') throw new YoutubeDataError('UPCOMING', 'not yet broadcast')
  if (snippet.liveBroadcastContent !== 'none') throw new YoutubeDataError('LIVE', 'live')
  if (contentDetails.contentRating.ytRating === 'ytAgeRestricted')
    throw new YoutubeDataError('AGE_RESTRICTED', 'for adults only')
  const durationSeconds = isoDurationSeconds(contentDetails.duration)
  if (durationSeconds === undefined) throw new YoutubeDataError('MISCONFIGURED', 'the duration has an unexpected form')
  if (durationSeconds === 0) throw new YoutubeDataError('LIVE', 'not processed yet')
  const { medium, default: small } = snippet.thumbnails
  return { title: snippet.title, durationSeconds, thumbnail: (medium ?? small)?.url }
}

/** Errors never mention the URL, because it contains the key. */
async function ask({ fetch, apiUrl, apiKey }: YoutubeDataOptions, id: string): Promise<unknown> {
  const key = await apiKey().catch(cause => {
    throw new YoutubeDataError('MISCONFIGURED', 'no key for the Data API', { cause })
  })
  const query = new URLSearchParams({ part: 'snippet,contentDetails', id, key })
  let cause: unknown
  const answer = await retrying(
    async () => {
      try {
        // The API never redirects; following a redirect could send the key elsewhere.
        const response = await fetch(`${apiUrl}/youtube/v3/videos?${query}`, {
          redirect: 'manual',
          signal: AbortSignal.timeout(PATIENCE_MS),
        })
        if (response.ok) return { content: await response.json() }
        if (response.status < 500) throw await refused(response)
        cause = new Error(`the Data API answered ${response.status}`)
      } catch (error) {
        if (error instanceof YoutubeDataError) throw error
        cause = error
      }
      return undefined
    },
    { ...realTimeAndRandomness, attempts: ATTEMPTS, firstMs: 0, longestMs: 0 },
  )
  if (!answer) throw new YoutubeDataError('BUSY', `no answer in ${ATTEMPTS} attempts`, { cause })
  return answer.content
}

async function refused(response: Response): Promise<YoutubeDataError> {
  const { data } = refusal.safeParse(await response.json().catch(() => undefined))
  const reasons = data?.error.errors.map(({ reason }) => reason) ?? []
  const message = `the Data API refused: ${response.status} ${reasons.join(' ')}`
  if (response.status === 404) return new YoutubeDataError('NOT_FOUND', message)
  const busy = response.status === 429 || reasons.some(reason => BUSY_REASONS.has(reason))
  return new YoutubeDataError(busy ? 'BUSY' : 'MISCONFIGURED', message)
}
