import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { type Ended, runProgram } from '../../lambdas/source/run-program.ts'
import { ytDlpArguments } from '../../lambdas/source/yt-dlp-command.ts'

/** Findings about a yt-dlp program. */
export interface Inspection {
  /** Undefined if it cannot be started. */
  version: string | undefined
  /** Options that the step `FetchSource` passes to it. */
  options: string[]
  /** Options that its `--help` does not list. */
  unlisted: string[]
  /** True if it accepted the whole command line and started. */
  accepted: boolean
  /** Hosts that it tried to reach through the closed proxy. */
  asked: string[]
  /** The last line of its output. */
  said: string
}

/** A well-formed id that belongs to no video. */
const ID = 'jamak-check'

const LIMITS = { patienceMs: 120_000, silenceMs: 60_000, tooSlow: (message: string) => new Error(message) }

/** Runs a yt-dlp with the arguments of `FetchSource`, behind a proxy that blocks every request. */
export async function inspectYtDlp(program: string, path: string): Promise<Inspection> {
  const folder = await mkdtemp(join(tmpdir(), 'yt-dlp-'))
  const proxy = await openClosedProxy()
  const environment = { PATH: path, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', PYTHONUNBUFFERED: '1' }
  const run = (args: string[]) => runProgram(program, args, { ...LIMITS, environment, folder })
  try {
    const version = await run(['--ignore-config', '--version'])
    if (version.exitCode !== 0) return notStarted(version.said)
    const { said: help } = await run(['--ignore-config', '--help'])
    const wanted = { id: ID, folder, maxBytes: 1024 ** 3, withCaptions: true }
    const args = ytDlpArguments(wanted, { proxy: proxy.url }, help, process.execPath)
    const options = args.slice(0, args.indexOf('--')).filter(argument => argument.startsWith('--'))
    const words = new Set(help.split(/[\s,]+/))
    const ended = await run(args)
    return {
      version: lastLine(version.said),
      options,
      unlisted: options.filter(option => !words.has(option)),
      accepted: isAtWork(ended),
      asked: proxy.asked(),
      said: lastLine(ended.said),
    }
  } catch (error) {
    return notStarted(String(error))
  } finally {
    proxy.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Exit code 2 means an invalid command line, 1 that the video could not be fetched. */
function isAtWork({ exitCode, said }: Ended): boolean {
  return exitCode === 1 && /^ERROR: \[youtube\]/m.test(said)
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''

function notStarted(said: string): Inspection {
  return { version: undefined, options: [], unlisted: [], accepted: false, asked: [], said: lastLine(said) }
}

export interface ClosedProxy {
  url: string
  /** Requested hosts and ports, without repetition. */
  asked(): string[]
  close(): void
}

/** A local proxy that records the requested hosts and refuses every request. */
async function openClosedProxy(): Promise<ClosedProxy> {
  const asked = new Set<string>()
  const server = createServer((req, res) => {
    asked.add(req.url ?? '')
    res.writeHead(403).end()
  })
  server.on('connect', (req, socket) => {
    asked.add(req.url ?? '')
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => [...asked],
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
