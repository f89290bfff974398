import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { LocalError } from './terminal.ts'

/** The loopback address: nothing is reachable from another machine. */
const HOST = '127.0.0.1'
/** CloudFront and the SDK also keep connections for about a minute. */
const IDLE_CONNECTION_MS = 60_000
const LONGEST_UPLOAD_MS = 60 * 60_000
/** A browser tab that is open during the start reloads automatically, and an SDK retries. */
const STARTING = { 'content-type': 'text/plain', 'retry-after': '1', refresh: '1' }

/** Handles one HTTP request. */
export type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void>

/** Two origins: the site, and one for every host of AWS and of replaced partners. */
interface Servers {
  siteUrl: string
  awsUrl: string
  site: Server
  /** Sets the handlers. Until then both servers respond with 503, after which a browser reloads in a second. */
  serve(site: Handler, aws: Handler): void
  close(): Promise<void>
}

/** Another program listens on the port. */
export class PortTakenError extends LocalError {
  constructor(port: number, cause: unknown) {
    super('PORT_TAKEN', `Port ${port} is taken by another program.`, { cause })
  }
}

/** Listens on `port` and the next one; 0 takes two free ports. `name` is the application's. Throws PortTakenError. */
export async function openServers(port: number, name: string, log: (line: string) => void): Promise<Servers> {
  const handlers: { site?: Handler; aws?: Handler } = {}
  const answer = (origin: 'site' | 'aws') => (req: IncomingMessage, res: ServerResponse) => {
    if (!isOwnHost(req)) return void res.writeHead(421, { 'content-type': 'text/plain' }).end('Misdirected Request')
    const handler = handlers[origin]
    if (!handler)
      return void res.writeHead(503, STARTING).end(`${name} is starting. This page reloads automatically.\n`)
    handler(req, res).catch((error: unknown) => {
      // The query of a presigned URL grants access, so it is not logged.
      const [path] = (req.url ?? '').split('?')
      if (!req.destroyed) log(`${req.method} ${path}: ${error instanceof Error ? error.stack : String(error)}`)
      if (res.headersSent) res.destroy()
      else res.writeHead(500).end()
    })
  }
  const site = createServer(answer('site'))
  const aws = createServer(answer('aws'))
  // Node closes an idle connection after five seconds, which cuts off a client that uses it at that moment.
  for (const server of [site, aws]) server.keepAliveTimeout = IDLE_CONNECTION_MS
  // An upload over a slow connection takes longer than the five minutes that Node allows; a presigned one may take an
  // hour.
  aws.requestTimeout = LONGEST_UPLOAD_MS
  const opened: Server[] = []
  try {
    const sitePort = await listen(site, port)
    opened.push(site)
    const awsPort = await listen(aws, port === 0 ? 0 : port + 1)
    opened.push(aws)
    return {
      siteUrl: `http://${HOST}:${sitePort}`,
      awsUrl: `http://${HOST}:${awsPort}`,
      site,
      serve: (siteHandler, awsHandler) => Object.assign(handlers, { site: siteHandler, aws: awsHandler }),
      close: () => closeAll(opened),
    }
  } catch (error) {
    await closeAll(opened)
    throw error
  }
}

/**
 * Returns false for a request to another host name. Otherwise a foreign page whose name resolves to this machine (DNS
 * rebinding) could read responses as its own origin.
 */
function isOwnHost({ headers, socket }: IncomingMessage): boolean {
  return [HOST, 'localhost'].some(name => headers.host === `${name}:${socket.localPort}`)
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', error => {
      reject('code' in error && error.code === 'EADDRINUSE' ? new PortTakenError(port, error) : error)
    })
    server.listen(port, HOST, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

async function closeAll(servers: Server[]): Promise<void> {
  const open = servers.filter(server => server.listening)
  const closed = open.map(server => new Promise<void>(resolve => server.close(() => resolve())))
  for (const server of open) server.closeAllConnections()
  await Promise.all(closed)
}
