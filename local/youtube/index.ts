import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod'
import type { AwsResponse } from '../aws/service.ts'
import { respond } from '../aws/wire.ts'
import { listVideos, STAND_IN_KEY } from './data-api.ts'
import { thumbnailOf } from './thumbnail.ts'

export interface LocalYoutube {
  /** Answers what lies under the path of `publicUrl`. */
  handle(req: IncomingMessage, res: ServerResponse): void
  /** One sentence for the page: what can be read here. */
  notice: string
  /** Ids that `videos.list` was asked for, in order. */
  asked(): readonly string[]
}

const secret = z.looseObject({ apiKey: z.string() })

/**
 * Whether YouTube is stood in for: where the key of the Data API is the word `local`. With any other key nothing is
 * rewritten, and the same code asks YouTube itself.
 */
export function standsInForYoutube(variables: Record<string, string | undefined>): boolean {
  try {
    return secret.safeParse(JSON.parse(variables.SECRET_YOUTUBE ?? '')).data?.apiKey === STAND_IN_KEY
  } catch {
    return false
  }
}

/**
 * Stands in for the YouTube Data API and for the host of YouTube's thumbnails, over the samples.
 * @param publicUrl where it is reached, with its path: `http://127.0.0.1:4281/youtube`
 */
export function createYoutube(publicUrl: string): LocalYoutube {
  const { origin, pathname: root } = new URL(publicUrl)
  const asked: string[] = []

  function answer(method: string, url: URL): AwsResponse {
    const path = url.pathname.slice(root.length)
    if (method === 'GET' && path === '/youtube/v3/videos') {
      asked.push(url.searchParams.get('id') ?? '')
      return listVideos(url.searchParams, `${publicUrl}/vi`)
    }
    const picture = path.startsWith('/vi/') ? thumbnailOf(path.slice('/vi/'.length)) : undefined
    return picture ?? { status: 404, body: 'Not Found' }
  }

  return {
    handle(req, res) {
      respond(res, answer(req.method ?? 'GET', new URL(req.url ?? '/', origin)))
    },
    notice: 'YouTube 링크는 연습용 영상만 읽어요. 이 링크로 해 보세요: https://youtu.be/jamak-hello',
    asked: () => asked,
  }
}
