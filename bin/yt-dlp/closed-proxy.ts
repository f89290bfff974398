import { createServer } from 'node:http'
import * as z from 'zod'

export interface ClosedProxy {
  url: string
  /** Hosts and ports that were asked for, each once. */
  asked(): string[]
  close(): void
}

/** A proxy on this machine that notes who is to be reached, and lets nobody through. */
export async function openClosedProxy(): Promise<ClosedProxy> {
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
