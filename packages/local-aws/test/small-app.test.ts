import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LocalAws, PortTakenError, startLocalAws } from '../src/index.ts'
import { synthesizeSmallApp } from './support/small-app.ts'

let folder: string
let cloud: LocalAws
const KIM = { provider: 'Google', subject: '1', name: '김하늘', email: 'haneul@example.com' }

const start = (port = 0) =>
  startLocalAws({
    assembly: join(folder, 'cdk.out'),
    folder: join(folder, 'data'),
    port,
    env: {},
    quiet: true,
    schedules: false,
    waitScale: 0.0001,
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'small-app-'))
  synthesizeSmallApp(join(folder, 'cdk.out'))
  cloud = await start()
})
afterAll(async () => {
  await cloud.stop()
  await rm(folder, { recursive: true, force: true })
})

async function call(method: string, path: string, init: { token?: string; body?: string } = {}) {
  const headers = init.token ? { authorization: `Bearer ${init.token}` } : undefined
  const answer = await fetch(`${cloud.siteUrl}${path}`, { method, headers, body: init.body })
  return { status: answer.status, text: await answer.text() }
}
const noteOf = async (id: string) => {
  const client = cloud.client(DynamoDBClient)
  const { Item } = await client.send(
    new GetItemCommand({ TableName: cloud.physicalName('Things'), Key: { id: { S: id } } }),
  )
  client.destroy()
  return Item?.note?.S
}

it('a signed-in user reaches a function through its route, and the function reaches its table', async () => {
  expect(await call('PUT', '/api/things/a', { body: 'one' })).toMatchObject({ status: 401 })
  const { accessToken } = await cloud.signIn(KIM)
  expect(await call('PUT', '/api/things/a', { body: 'one', token: accessToken })).toMatchObject({ status: 200 })
  expect(await call('GET', '/api/things/a')).toEqual({ status: 200, text: 'one' })
})

it("a call that a function's role does not allow is denied", async () => {
  expect(await call('GET', '/api/denied/a')).toMatchObject({ status: 500 })
  expect(cloud.logs().find(line => line.startsWith('Denied: '))).toContain('dynamodb:GetItem')
})

it('only an object under the prefix of the rule starts the state machine', async () => {
  const s3 = cloud.client(S3Client)
  const put = (Key: string) => s3.send(new PutObjectCommand({ Bucket: cloud.physicalName('Media'), Key, Body: 'x' }))
  await put('other/a.mp4')
  await put('videos/a.mp4')
  await expect.poll(() => noteOf('videos/a.mp4')).toBe('Object Created')
  await expect.poll(() => cloud.executions().map(one => one.status)).toEqual(['SUCCEEDED'])
  expect(
    cloud
      .executions()[0]
      ?.history()
      .map(event => event.state),
  ).toContain('Pause')
  s3.destroy()
})

it('a scheduled rule runs on request', async () => {
  await cloud.runRule('Often')
  expect(await noteOf('aws.events')).toBe('Scheduled Event')
})

it('an event put on the bus reaches the target of its rule', async () => {
  const detail = { bucket: { name: cloud.physicalName('Media') }, object: { key: 'videos/put.mp4' } }
  cloud.putEvent({ source: 'aws.s3', 'detail-type': 'Object Created', detail })
  await expect.poll(() => noteOf('videos/put.mp4')).toBe('Object Created')
})

it('the site serves the deployed files with the headers of the policy and local hosts', async () => {
  const page = await fetch(`${cloud.siteUrl}/deep/page`)
  expect(await page.text()).toContain('<title>small</title>')
  expect(page.headers.get('x-small')).toBe('yes')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  expect(page.headers.get('content-security-policy')).toBe(`default-src 'self'; connect-src ${cloud.awsUrl}`)
  expect(page.headers.get('strict-transport-security')).toBeNull()
  expect(await (await fetch(`${cloud.siteUrl}/settings.json`)).json()).toEqual({
    domain: `${cloud.awsUrl}/sign-in`,
    client: cloud.physicalName('Client'),
    site: cloud.siteUrl,
  })
  expect((await fetch(`${cloud.siteUrl}/missing.js`)).status).toBe(403)
})

it('data and executions survive a restart', async () => {
  const { accessToken } = await cloud.signIn(KIM)
  await call('PUT', '/api/things/kept', { body: 'still here', token: accessToken })
  await cloud.stop()
  cloud = await start()
  expect(await call('GET', '/api/things/kept')).toEqual({ status: 200, text: 'still here' })
  expect(cloud.executions().length).toBeGreaterThan(0)
})

it('a stopped application no longer listens', async () => {
  const { siteUrl, awsUrl } = cloud
  await cloud.stop()
  for (const url of [siteUrl, awsUrl]) await expect(fetch(url)).rejects.toThrow()
  cloud = await start()
})

it('a start on a taken port names the port and closes the other one again', async () => {
  const other = createServer()
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await cloud.stop()
  await expect(start(port - 1)).rejects.toThrow(PortTakenError)
  await expect(start(port)).rejects.toThrow(`Port ${port} is taken`)
  await new Promise(resolve => other.close(resolve))
  cloud = await start()
})
