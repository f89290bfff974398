import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { build } from 'esbuild'
import * as z from 'zod'

/** Where Toss's script comes from. */
const TOSS_SCRIPT = 'https://js.tosspayments.com/v1/payment-widget'

/** A violation that the browser reported; `what` is an address, or a word such as `inline`. */
export interface Violation {
  directive: string
  what: string
  /** The first characters of the refused code, if the policy requests a sample. */
  sample: string
}

export interface ShopOptions {
  /** A content security policy. */
  policy: string
  /** Whether the browser enforces the policy; otherwise it only reports violations. */
  enforced: boolean
  clientKey: string
  scriptUrl?: string
}

export interface Shop extends AsyncDisposable {
  url: string
  violations: Violation[]
  /** Progress of the payment, in order: `ready`, a Toss error code, `success` or `fail`. */
  seen: string[]
}

const report = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().max(100),
    'blocked-uri': z.string().max(4000),
    'script-sample': z.string().max(200).default(''),
  }),
})

const MAX_REPORT_BYTES = 16 * 1024
const FILES: Record<string, string> = { '/shop.js': 'text/javascript', '/success': 'text/html', '/fail': 'text/html' }

/**
 * Serves a one-page shop on this machine: the widget as the service's checkout renders it, under a policy whose violations
 * the browser reports. It confirms nothing, so no payment is ever completed.
 */
export async function openShop({ policy, enforced, clientKey, scriptUrl = TOSS_SCRIPT }: ShopOptions): Promise<Shop> {
  const script = await bundledScript()
  const violations: Violation[] = []
  const seen: string[] = []
  const header = enforced ? 'content-security-policy' : 'content-security-policy-report-only'
  const page =
    '<!doctype html><html lang="ko"><meta charset="utf-8"><title>check-toss | Jamak 자막</title><link rel="icon" href="data:,">' +
    `<body data-src="${scriptUrl}" data-client-key="${clientKey}"><div id="methods"></div><div id="agreement"></div>` +
    '<button id="pay">결제</button><p id="said"></p><script type="module" src="/shop.js"></script>'

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { pathname } = new URL(req.url ?? '/', 'http://localhost')
    if (req.method === 'POST') {
      const text = await readBody(req)
      if (pathname === '/violations') violations.push(parseViolation(text))
      if (pathname === '/seen') seen.push(text.slice(0, 100))
      res.writeHead(204).end()
      return
    }
    if (pathname === '/success' || pathname === '/fail') seen.push(pathname.slice(1))
    res.writeHead(200, {
      'content-type': `${FILES[pathname] ?? 'text/html'}; charset=utf-8`,
      [header]: `${policy}; report-uri /violations`,
    })
    res.end(pathname === '/shop.js' ? script : FILES[pathname] ? `${pathname.slice(1)}: close this window` : page)
  }
  const server = createServer((req, res) => {
    answer(req, res).catch((error: unknown) => res.writeHead(400).end(String(error)))
  })
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the shop has no port')
  return {
    url: `http://localhost:${address.port}/`,
    violations,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req) {
    size += chunk.length
    if (size > MAX_REPORT_BYTES) throw new Error('a report of more than 16 KB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parseViolation(text: string): Violation {
  const found = report.parse(JSON.parse(text))['csp-report']
  return { directive: found['effective-directive'], what: found['blocked-uri'], sample: found['script-sample'] }
}

async function bundledScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'browser.ts')],
    bundle: true,
    write: false,
    format: 'esm',
  })
  return outputFiles[0]?.text ?? ''
}
