import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** Everything here is for this machine alone. */
const HOST = '127.0.0.1'

export type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void>

/** Two origins: the site, and everything that is a host of AWS or of a partner once deployed. */
export interface Servers {
  siteUrl: string
  awsUrl: string
  /** From here on the servers answer. */
  serve(site: Handler, aws: Handler): void
  close(): Promise<void>
}

/** A port that somebody else listens on. */
export class PortTakenError extends Error {
  readonly code = 'PORT_TAKEN'
  readonly port: number

  constructor(port: number, cause: unknown) {
    super(`Port ${port} is taken by another program.`, { cause })
    this.name = 'PortTakenError'
    this.port = port
  }
}

/** Listens on `port` and the one after it; 0 takes two that are free. */
export async function openServers(port: number, log: (line: string) => void): Promise<Servers> {
  const handlers: { site?: Handler; aws?: Handler } = {}
  const answer = (name: 'site' | 'aws') => (req: IncomingMessage, res: ServerResponse) => {
    const handler = handlers[name]
    if (!handler) return void res.writeHead(503, { 'retry-after': '1' }).end()
    handler(req, res).catch((error: unknown) => {
      // A query may be the key to an object.
      const [path] = (req.url ?? '').split('?')
      if (!req.destroyed) log(`${req.method} ${path}: ${error instanceof Error ? error.stack : String(error)}`)
      if (res.headersSent) res.destroy()
      else res.writeHead(500).end()
    })
  }
  const site = createServer(answer('site'))
  const aws = createServer(answer('aws'))
  // An upload over a slow line takes longer than Node's five minutes.
  aws.requestTimeout = 0
  const opened: Server[] = []
  try {
    const sitePort = await listen(site, port)
    opened.push(site)
    const awsPort = await listen(aws, port === 0 ? 0 : port + 1)
    opened.push(aws)
    return {
      siteUrl: `http://${HOST}:${sitePort}`,
      awsUrl: `http://${HOST}:${awsPort}`,
      serve: (siteHandler, awsHandler) => Object.assign(handlers, { site: siteHandler, aws: awsHandler }),
      close: () => closeAll(opened),
    }
  } catch (error) {
    await closeAll(opened)
    throw error
  }
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
