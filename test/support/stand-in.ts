import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { extname, join, normalize } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { ApiErrorCode } from '../../lambdas/contract/errors.ts'
import { API_ERRORS } from '../../lambdas/contract/errors.ts'
import { chooseDocument, DOCUMENTS } from '../../lambdas/contract/pages.ts'
import { ROUTES, type RouteName, type SentResponse } from '../../lambdas/contract/routes.ts'
import type { SiteConfig } from '../../lambdas/contract/site-config.ts'
import { listen } from '../../packages/local-aws/test/support/endpoint.ts'
import { SLOW_PAGE } from './browser.ts'
import { sampleConfig } from './sample-data.ts'

export interface Call {
  route: RouteName
  parameters: Record<string, string>
  query: Record<string, string>
  body: unknown
  headers: IncomingMessage['headers']
}

/** A refusal of the API. */
export class Refusal {
  readonly code: ApiErrorCode
  readonly message: string

  constructor(code: ApiErrorCode, message: string = API_ERRORS[code][1]) {
    this.code = code
    this.message = message
  }
}

/** Path of axe on the stand-in: the browser compiles a script of the site once, but text sent by a test again for each page. */
export const AXE_PATH = '/assets/axe.min.js'
export const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** `never` leaves the request unanswered. */
export type Answer<Name extends RouteName> = SentResponse<Name> | Refusal | 'never'
export type Answers = { [Name in RouteName]?: (call: Call) => Answer<Name> | Promise<Answer<Name>> }

/** Handles a request to the second origin, where the local cloud serves S3, the hosted sign-in page and the payment script. */
export type Foreign = (request: IncomingMessage, url: URL, response: ServerResponse) => boolean | Promise<boolean>

/** The built page under its security policy without a cloud; tests choose the responses of its API. */
export interface StandIn {
  origin: string
  foreignOrigin: string
  answers: Answers
  config: SiteConfig
  foreign: Foreign | undefined
  /** Further origins that the page may connect to. */
  partners: string[]
  calls: Call[]
  close(): Promise<void>
}

export async function startStandIn(folder: string): Promise<StandIn> {
  const contents = new Map<string, Buffer>()
  const foreignServer = createServer((request, response) => void answerForeign(request, response).catch(unlessAborted))
  const foreignOrigin = await listen(foreignServer)
  const server = createServer((request, response) => void answerOwn(request, response).catch(unlessAborted))
  const origin = await listen(server)
  const standIn: StandIn = {
    origin,
    foreignOrigin,
    answers: {},
    config: { ...sampleConfig, signInDomain: foreignOrigin },
    foreign: undefined,
    partners: [],
    calls: [],
    async close() {
      for (const each of [server, foreignServer]) {
        each.closeAllConnections()
        await new Promise(resolve => each.close(resolve))
      }
    },
  }

  async function answerOwn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin)
    if (SLOW_PAGE > 1) await setTimeout(Math.random() * 50 * SLOW_PAGE)
    for (const [name, value] of Object.entries(headersOf(foreignOrigin, standIn.partners)))
      response.setHeader(name, value)
    if (url.pathname === '/config.json') return sendJson(response, 200, standIn.config)
    if (url.pathname.startsWith('/api/')) return answerApi(request, url, response)
    const file = chooseDocument(url.pathname) ?? url.pathname
    if (file === DOCUMENTS.notFound) response.statusCode = 404
    const type = TYPES[extname(file)] ?? 'application/octet-stream'
    // As CloudFront does.
    const isText = /text|javascript|json|svg/.test(type)
    try {
      const content = await contentOf(file, isText)
      response.setHeader('content-type', type)
      if (file.startsWith('/assets/')) response.setHeader('cache-control', 'public, max-age=31536000, immutable')
      if (isText) response.setHeader('content-encoding', 'gzip')
      const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
      if (from === undefined || isText) return void response.end(content)
      // A player can seek only if the server supports ranges.
      const last = Math.min(Number(to || content.length), content.length - 1)
      response.writeHead(206, { 'content-range': `bytes ${from}-${last}/${content.length}` })
      response.end(content.subarray(Number(from), last + 1))
    } catch {
      sendJson(response, 404, {})
    }
  }

  async function contentOf(file: string, isText: boolean): Promise<Buffer> {
    const kept = contents.get(file)
    if (kept) return kept
    const content = await readFile(file === AXE_PATH ? AXE : join(folder, normalize(file)))
    const sent = isText ? gzipSync(content) : content
    contents.set(file, sent)
    return sent
  }

  async function answerApi(request: IncomingMessage, url: URL, response: ServerResponse): Promise<void> {
    const found = routeOf(request.method ?? 'GET', url.pathname)
    if (!found) return sendJson(response, 404, { code: 'NOT_FOUND', message: '' })
    const text = await textOf(request)
    const call = {
      ...found,
      query: Object.fromEntries(url.searchParams),
      body: text ? JSON.parse(text) : undefined,
      headers: request.headers,
    }
    standIn.calls.push(call)
    const answer = standIn.answers[found.route]
    const result = answer ? await answer(call) : new Refusal('INTERNAL')
    if (result === 'never') return
    if (result instanceof Refusal) return sendJson(response, API_ERRORS[result.code][0], { ...result })
    // Throws if the test returns a response that the client would refuse.
    ROUTES[found.route].response.parse(result)
    sendJson(response, 200, result)
  }

  async function answerForeign(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT')
    response.setHeader('access-control-expose-headers', 'ETag')
    if (request.method === 'OPTIONS') return void response.end()
    const url = new URL(request.url ?? '/', foreignOrigin)
    const handled = await standIn.foreign?.(request, url, response)
    if (!handled) sendJson(response, 404, {})
  }

  return standIn
}

/** Leaving a page aborts its requests, which is not an error. */
function unlessAborted(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ECONNRESET')) throw error
}

/** The distribution's headers, with the second origin in place of sign-in, S3 and Toss. */
function headersOf(foreign: string, partners: readonly string[]): Record<string, string> {
  const directives = [
    `default-src 'none'`,
    `script-src 'self' 'wasm-unsafe-eval' https://js.tosspayments.com ${foreign}`,
    `style-src 'self'`,
    `img-src 'self' data: https://i.ytimg.com ${foreign}`,
    `font-src 'self'`,
    ['connect-src', `'self'`, foreign, ...partners, 'https://*.tosspayments.com'].join(' '),
    `frame-src https://*.tosspayments.com https://www.youtube-nocookie.com ${foreign}`,
    `media-src 'self' blob: ${foreign}`,
    `worker-src 'self' blob:`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self' ${foreign}`,
    `frame-ancestors 'none'`,
  ]
  return { 'content-security-policy': directives.join('; '), 'x-content-type-options': 'nosniff' }
}

function routeOf(method: string, path: string): { route: RouteName; parameters: Record<string, string> } | undefined {
  const candidates = Object.entries(ROUTES).toSorted(([, a], [, b]) => braces(a.path) - braces(b.path))
  for (const [name, { method: wanted, path: pattern }] of candidates) {
    if (wanted !== method || !isRouteName(name)) continue
    const expression = new RegExp(`^${pattern.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    const match = expression.exec(path)
    if (match) return { route: name, parameters: { ...match.groups } }
  }
  return undefined
}

function isRouteName(name: string): name is RouteName {
  return Object.hasOwn(ROUTES, name)
}

const braces = (path: string) => path.split('{').length

export async function textOf(request: IncomingMessage): Promise<string> {
  return (await bytesOf(request)).toString('utf8')
}

export async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain',
  '.mp4': 'video/mp4',
  '.webp': 'image/webp',
  '.vtt': 'text/vtt',
}
