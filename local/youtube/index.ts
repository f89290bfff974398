import { mkdir, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import * as z from 'zod'
import type { AwsResponse } from '#local-aws/aws/service.ts'
import { respond } from '#local-aws/aws/wire.ts'
import { listVideos, renderThumbnail, STAND_IN_KEY } from './data-api.ts'
import { SAMPLES, type Samples } from './samples.ts'
import { NEWEST, type Version } from './yt-dlp-options.ts'

export interface LocalYoutube {
  /** Handles every request under the path of `publicUrl`. */
  handle(req: IncomingMessage, res: ServerResponse): void
  /** One Korean sentence for the page that says which videos work here. */
  notice: string
  /** Ids requested from `videos.list`, in order. */
  asked(): readonly string[]
}

const secret = z.looseObject({ apiKey: z.string() })

/**
 * Whether a stand-in replaces YouTube: the API key in `SECRET_YOUTUBE` is the word `local`. With any other key no
 * address is rewritten, and the same code calls YouTube itself.
 */
export function standsInForYoutube(variables: Record<string, string | undefined>): boolean {
  try {
    return secret.safeParse(JSON.parse(variables.SECRET_YOUTUBE ?? '')).data?.apiKey === STAND_IN_KEY
  } catch {
    return false
  }
}

/**
 * Stands in for the YouTube Data API and for YouTube's thumbnails.
 * @param publicUrl its URL, with its path: `http://127.0.0.1:4281/youtube`
 * @param more samples in addition to the built-in ones
 */
export function createYoutube(publicUrl: string, more: Samples = {}): LocalYoutube {
  const samples = { ...SAMPLES, ...more }
  const { origin, pathname: root } = new URL(publicUrl)
  const asked: string[] = []

  function answer(method: string, url: URL): AwsResponse {
    const path = url.pathname.slice(root.length)
    if (method === 'GET' && path === '/youtube/v3/videos') {
      asked.push(url.searchParams.get('id') ?? '')
      return listVideos(samples, url.searchParams, `${publicUrl}/vi`)
    }
    const picture = path.startsWith('/vi/') ? renderThumbnail(samples, path.slice('/vi/'.length)) : undefined
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

/**
 * Installs the yt-dlp stand-in into a folder as the program `yt-dlp`, for a PATH that contains the folder.
 * @param more samples in addition to the built-in ones
 * @returns the folder
 */
export async function installYtDlp(folder: string, more: Samples = {}, version: Version = NEWEST): Promise<string> {
  await mkdir(folder, { recursive: true })
  const samples = join(folder, 'samples.json')
  await writeFile(samples, JSON.stringify({ ...SAMPLES, ...more }))
  const words = [process.execPath, join(import.meta.dirname, 'yt-dlp.ts'), version, samples].map(shellQuoted).join(' ')
  // Compiling the stand-in takes longer than its work.
  const compiled = `NODE_COMPILE_CACHE=${shellQuoted(join(folder, 'compiled-code'))}`
  await writeFile(join(folder, 'yt-dlp'), `#!/bin/sh\nexec env ${compiled} ${words} "$@"\n`, { mode: 0o755 })
  return folder
}

function shellQuoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
