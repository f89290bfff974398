import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { createConcurrency } from '#local-aws/lambda/concurrency.ts'
import { createFunction } from '#local-aws/lambda/lambda.ts'
import { createApiGateway } from '#local-aws/site/api/index.ts'
import type { ApiRoute, JwtAuthorizer } from '#local-aws/site/api/routes.ts'
import type { Shot } from './load.ts'

interface Reference {
  shot: Shot
  stop(): Promise<void>
}

/** An empty handler behind the real gateway code and authorizer, in its own thread: the minimum cost of any route. */
export async function openReference(accessToken: string): Promise<Reference> {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-empty-'))
  writeFileSync(join(folder, 'index.js'), 'exports.handler = async () => ({ statusCode: 200, body: "{}" })\n')
  const empty = createFunction(
    {
      logicalId: 'Empty',
      name: 'empty',
      arn: 'empty',
      folder,
      handler: 'index.handler',
      timeoutSeconds: 10,
      memory: 256,
      logsJson: true,
      environment: {},
      log: () => {},
    },
    { waitScale: 1, concurrency: createConcurrency() },
  )
  const { iss = '', client_id } = decodeJwt(accessToken)
  const authorizer: JwtAuthorizer = { issuer: iss, audience: [String(client_id)] }
  const route: ApiRoute = {
    routeKey: 'GET /empty',
    functionArn: 'empty',
    timeoutMs: 10_000,
    authorizer,
    scopes: [],
    match: (method, asked) => (method === 'GET' && asked === '/empty' ? {} : undefined),
  }
  const api = {
    id: 'reference',
    stage: '$default',
    routes: [route],
    rate: undefined,
    ownRates: {},
  }
  const answer = createApiGateway({
    now: Date.now,
    invoke: (_, event, onBegin) => empty.invoke(event, onBegin),
    issuer: url => url,
    throttled: false,
  })
  const server = createServer((req, res) => void answer(api, req, res))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    shot: {
      url: `http://127.0.0.1:${port}/empty`,
      method: 'GET',
      headers: { authorization: `Bearer ${accessToken}` },
    },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await empty.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
