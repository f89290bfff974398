import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { CaptionTrack } from '../contract/media-objects.ts'
import { log } from '../runtime/log.ts'
import { BusinessError } from '../runtime/step.ts'
import { readCaptions } from './captions.ts'
import { type Ended, type Running, runProgram } from './run-program.ts'
import { classifyFailure, INFO, PROGRESS, ytDlpArguments } from './yt-dlp-command.ts'

export interface FetchLimits {
  /** Maximum length of a video. */
  seconds: number
  /** Maximum size in bytes. */
  bytes: number
  /** Maximum duration of the fetch, in milliseconds. */
  patienceMs: number
  /** Maximum time without output, in milliseconds. */
  silenceMs: number
}

export interface FetchedSource {
  /** Path of the sound, an MP4 file in the given folder. */
  file: string
  /** A hand-made English caption track, if there is one. */
  captions: CaptionTrack | undefined
}

/** Fetches the sound of videos. */
export interface VideoSource {
  /**
   * Fetches the sound of a YouTube video into an empty folder.
   * @param id 11 characters; only the URL built from it is requested
   * @param withCaptions also look for hand-made English captions
   * @throws BusinessError YOUTUBE_BLOCKED, YOUTUBE_UNAVAILABLE, YOUTUBE_LIVE, YOUTUBE_AGE_RESTRICTED, YOUTUBE_TOO_LONG
   * or YOUTUBE_TOOL_MISSING
   */
  fetch(id: string, folder: string, limits: FetchLimits, withCaptions: boolean): Promise<FetchedSource>
}

/** Proxy and cookies for yt-dlp. The Data API key is a separate secret, readable only by the submission function. */
const secret = z.looseObject({ proxy: z.string().min(1).optional(), cookies: z.string().min(1).optional() })

/** The operator's proxy and cookies, if the secret has them. */
export function youtubeAccess(json: string): { proxy?: string; cookies?: string } {
  const parsed = secret.safeParse(unlessBroken(json))
  // No cause, because it would quote the secret.
  if (!parsed.success) throw new Error('the secret of YouTube’s proxy is not JSON {proxy?, cookies?}')
  const { proxy, cookies } = parsed.data
  return { proxy, cookies }
}

function unlessBroken(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

export interface YtDlpSettings {
  /** A path, or a name on PATH. */
  program: string
  /** PATH of the program: where it finds Python and its helpers. */
  path: string
  proxy?: string
  /** Content of a cookie file. */
  cookies?: string
}

const HELP_MS = 60_000

/**
 * Runs yt-dlp as a separate program. Its options depend on its version, and it gets none of our environment variables.
 */
export function ytDlp({ program, path, proxy, cookies }: YtDlpSettings): VideoSource {
  return {
    async fetch(id, folder, limits, withCaptions) {
      const help = await run(['--ignore-config', '--help'], folder, { patienceMs: HELP_MS, silenceMs: HELP_MS })
      if (help.exitCode !== 0) throw new BusinessError('YOUTUBE_TOOL_MISSING', `--help ended with ${help.exitCode}`)
      const cookieFile = cookies && (await writtenCookies(folder, cookies))
      const wanted = { id, folder, maxBytes: limits.bytes, withCaptions }
      const args = ytDlpArguments(wanted, { proxy, cookieFile }, help.said, process.execPath)
      const watch = watcher(limits)
      let ended = await run(args, folder, limits, watch.line)
      // Killed by another process or for lack of memory: resume the partial download once.
      if (ended.signal) ended = await run(args, folder, limits, watch.line)
      if (ended.signal) throw new BusinessError('ENGINE_ERROR', `yt-dlp was ended by ${ended.signal}`)
      const file = await fetchedFile(folder)
      if (ended.exitCode !== 0 || !file) throw classifyFailure(ended.exitCode, ended.said)
      if (file.size > limits.bytes) throw new BusinessError('YOUTUBE_TOO_LONG', `${file.size} bytes`)
      const english = watch.language() === undefined || /^en(-|$)/i.test(watch.language() ?? '')
      return { file: file.path, captions: withCaptions && english ? await readCaptions(folder) : undefined }
    },
  }

  async function run(
    args: string[],
    folder: string,
    limits: Pick<FetchLimits, 'patienceMs' | 'silenceMs'>,
    onLine?: (line: string, running: Running) => void,
  ): Promise<Ended> {
    const environment = { PATH: path, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', PYTHONUNBUFFERED: '1' }
    const tooSlow = (message: string) => new BusinessError('YOUTUBE_BLOCKED', message)
    try {
      return await runProgram(program, args, { ...limits, tooSlow, environment, folder }, onLine)
    } catch (cause) {
      if (isNoProgram(cause)) throw new BusinessError('YOUTUBE_TOOL_MISSING', 'yt-dlp cannot be started', { cause })
      throw cause
    }
  }
}

/** Parses the lines printed for our output templates, and stops a fetch as soon as it cannot succeed. */
function watcher(limits: FetchLimits): {
  line: (line: string, running: Running) => void
  language: () => string | undefined
} {
  let language: string | undefined
  let toldTenths = 0
  return {
    language: () => language,
    line(line, running) {
      const [mark, ...fields] = line.trim().split(' ')
      if (mark === INFO) {
        const [live = 'NA', duration, ageLimit, spoken] = fields
        language = spoken === 'NA' ? undefined : spoken
        const stop = (code: 'YOUTUBE_LIVE' | 'YOUTUBE_TOO_LONG' | 'YOUTUBE_AGE_RESTRICTED') =>
          running.stop(new BusinessError(code, `live ${live}, ${duration} s, from age ${ageLimit}`))
        if (['is_live', 'is_upcoming', 'post_live'].includes(live)) stop('YOUTUBE_LIVE')
        if (Number(duration) >= limits.seconds + 1) stop('YOUTUBE_TOO_LONG')
      }
      if (mark === PROGRESS) {
        const [done = 0, total, estimate] = fields.map(field => (field === 'NA' ? undefined : Number(field)))
        if (Math.max(done, total ?? 0) > limits.bytes)
          running.stop(new BusinessError('YOUTUBE_TOO_LONG', `${done} of ${total} bytes`))
        const tenths = Math.floor((10 * done) / (total ?? estimate ?? Number.POSITIVE_INFINITY))
        if (tenths > toldTenths) log('info', 'video', 'fetching', { percent: tenths * 10 })
        toldTenths = Math.max(toldTenths, tenths)
      }
    },
  }
}

/** Finds the fetched sound under either file extension; partial files do not count. */
async function fetchedFile(folder: string): Promise<{ path: string; size: number } | undefined> {
  const name = (await readdir(folder)).find(each => /^source\.(?:m4a|mp4)$/.test(each))
  if (!name) return undefined
  const path = join(folder, name)
  const { size } = await stat(path)
  return size > 0 ? { path, size } : undefined
}

async function writtenCookies(folder: string, cookies: string): Promise<string> {
  const file = join(folder, 'cookies.txt')
  await writeFile(file, cookies, { mode: 0o600 })
  return file
}

function isNoProgram(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES')
}
