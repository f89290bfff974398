import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openServers } from '../../src/machine/servers.ts'

let servers: Awaited<ReturnType<typeof openServers>>
beforeEach(async () => {
  servers = await openServers(0, 'Shop', () => {})
  const handler = async (_: unknown, res: { end(body: string): unknown }) => void res.end('mine')
  servers.serve(handler, handler)
})
afterEach(() => servers.close())

/** Status of a request to one of the two servers that names another host. */
function statusOf(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, answer => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

describe('a request to the servers', () => {
  it.each(['siteUrl', 'awsUrl'] as const)('is accepted at %s only under the name of this machine', async name => {
    const { port } = new URL(servers[name])
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) expect(await statusOf(servers[name], host)).toBe(200)
    for (const host of [`rebound.example:${port}`, 'rebound.example', '127.0.0.1', `127.0.0.1:${Number(port) + 7}`])
      expect(await statusOf(servers[name], host)).toBe(421)
  })
})

it('a page opened during the start names the application and reloads automatically', async () => {
  const starting = await openServers(0, 'Shop', () => {})
  const answer = await fetch(starting.siteUrl)
  await starting.close()
  expect([answer.status, answer.headers.get('refresh')]).toEqual([503, '1'])
  expect(await answer.text()).toContain('Shop is starting')
})
