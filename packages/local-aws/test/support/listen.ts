import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface Listening {
  url: string
  close(): Promise<void>
}

/** Serves a handler on a free port. */
export async function listen(
  handler: (req: IncomingMessage, res: ServerResponse) => Promise<void>,
): Promise<Listening> {
  const server = createServer((req, res) => {
    handler(req, res).catch((error: unknown) => {
      console.error(error)
      res.destroy()
    })
  })
  // Node closes a connection after five idle seconds; on a busy machine, a client might use it just then.
  server.keepAliveTimeout = 0
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
