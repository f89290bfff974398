import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Clients, createClients } from '../../../bin/preflight/clients.ts'

/** A response of AWS as documented: JSON, or XML for the Query protocol. */
export interface PlayedAnswer {
  status?: number
  body: object | string
}

/**
 * Responses by operation: `GetSecretValue jamak/toss` if the operation's argument matters, else `GetAccount`; for REST
 * protocols, method and path. `us-east-1 DescribeStacks CDKToolkit` is that of one region.
 */
export type PlayedAccount = Record<string, PlayedAnswer>

/** Simulates AWS on the wire: clients with the SDK's own serialization, and a record of their calls. */
export async function playAws(
  account: PlayedAccount,
): Promise<AsyncDisposable & { clients: Clients; asked: string[] }> {
  const asked: string[] = []
  const server = createServer(async (req, res) => {
    const operations = inRegion(req, operationsOf(req, await bodyOf(req)))
    const operation = operations.find(one => account[one]) ?? operations.at(-1) ?? ''
    asked.push(operation)
    const { status = 200, body } = account[operation] ?? error(501, 'NotPlayed', operation)
    const isXml = typeof body === 'string'
    res.writeHead(status, { 'content-type': isXml ? 'text/xml' : 'application/x-amz-json-1.1' })
    res.end(isXml ? body : JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const clients = createClients('ap-northeast-2', {
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'example' },
    maxAttempts: 1,
  })
  return {
    clients,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** An error of the JSON and REST-JSON protocols. */
export function error(status: number, code: string, message: string): PlayedAnswer {
  return { status, body: { __type: code, code, message, Message: message } }
}

/** An error of the Query protocol, which STS and CloudFormation use. */
export function queryError(status: number, code: string, message: string): PlayedAnswer {
  return {
    status,
    body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
  }
}

/** A successful response of the Query protocol. */
export function queryAnswer(operation: string, result: string): PlayedAnswer {
  return { body: `<${operation}Response><${operation}Result>${result}</${operation}Result></${operation}Response>` }
}

function operationsOf(req: IncomingMessage, body: string): string[] {
  const target = req.headers['x-amz-target']
  if (typeof target === 'string') {
    const operation = target.slice(target.lastIndexOf('.') + 1)
    const { NextToken, ...rest } = JSON.parse(body || '{}')
    const [argument] = Object.values(rest)
    return [...(NextToken ? [`${operation} ${argument} ${NextToken}`] : []), `${operation} ${argument}`, operation]
  }
  const form = new URLSearchParams(body)
  const action = form.get('Action')
  if (action) return [`${action} ${form.get('StackName')}`, action]
  return [`${req.method} ${decodeURIComponent(req.url ?? '/')}`]
}

/** The same operations, first as those of the region for which the request is signed. */
function inRegion(req: IncomingMessage, operations: string[]): string[] {
  const region = /Credential=[^/]+\/\d+\/([^/]+)\//.exec(req.headers.authorization ?? '')?.[1] ?? ''
  return [...operations.map(operation => `${region} ${operation}`), ...operations]
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of req) body += chunk
  return body
}
