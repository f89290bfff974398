import { spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseSrt } from '#subtitle-engine'
import { keyScope } from '../../lambdas/contract/api-key.ts'
import { V1_ROUTES } from '../../lambdas/contract/every-route.ts'
import type { Route } from '../../lambdas/contract/routes.ts'
import { jamak, PROGRAM } from '../../packages/cli/test/run.ts'
import { listen } from '../../packages/local-aws/test/support/endpoint.ts'
import { shareStory } from '../support/running.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8')
const SAMPLE = join(import.meta.dirname, '../../local/sample/hello.mp4')
const ENGLISH = '1\n00:00:01,000 --> 00:00:04,000\nWelcome to Jamak.\n'
const example = (language: string) => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(PAGE)?.[1] ?? ''

const story = await shareStory()
let folder = ''
let env: Record<string, string> = {}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jamak-examples-'))
  copyFileSync(SAMPLE, join(folder, 'talk.mp4'))
  writeFileSync(join(folder, 'talk.en.srt'), ENGLISH)
  const api = await story.person('examples')
  const { secret } = await api('createKey', { body: { name: 'examples', scopes: keyScope.options } })
  env = { JAMAK_URL: story.cloud.siteUrl, JAMAK_KEY: secret }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(command: string, args: string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = spawn(command, args, { cwd: folder, env: { PATH: process.env.PATH, ...env } })
  const out = { text: '', error: '' }
  child.stdout.on('data', piece => (out.text += piece))
  child.stderr.on('data', piece => (out.error += piece))
  child.once('close', code => (code === 0 ? resolve(out.text) : reject(new Error(out.error))))
  return promise
}

describe('the page about the interface for programs', () => {
  it('lists every route with its scope and its title', () => {
    const rows = Object.values<Route>(V1_ROUTES).map(({ method, path, access, scope, title }) => {
      return `| \`${method} ${path}\` | ${access === 'key' ? (scope ?? 'any') : 'none'} | ${title} |`
    })
    expect([...PAGE.matchAll(/^\| `.*$/gm)].map(([row]) => row)).toEqual(rows)
  })

  it('has a Node example that quotes, submits, waits and downloads', async () => {
    writeFileSync(join(folder, 'example.mjs'), example('js'))
    await run(process.execPath, ['example.mjs'])
    expect(parseSrt(readFileSync(join(folder, 'talk.ko.srt'), 'utf8')).length).toBeGreaterThan(2)
  })

  it('has shell commands that quote and show the key', async () => {
    const out = await run('bash', ['-c', example('sh')])
    expect(out).toMatch(/"tokens":4,.*"name":"examples"/)
  })
})

it('the webhook of a key reports the end of a submission to a receiver that verifies it', async () => {
  const got: { headers: IncomingHttpHeaders; body: string }[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', piece => (body += piece))
    request.on('end', () => {
      got.push({ headers: request.headers, body })
      response.end()
    })
  })
  const webhookUrl = await listen(receiver)
  const api = await story.person('hooked')
  const body = { name: 'hooked', scopes: keyScope.options, webhookUrl }
  const { key, secret, webhookSecret = '' } = await api('createKey', { body })
  const hooked = { ...env, JAMAK_KEY: secret }
  await jamak(folder, ['submit', 'talk.en.srt', '--wait', '--out', 'hooked'], { env: hooked })
  await story.cloud.runRule('WorkflowWebhooksEveryMinute')
  const [{ headers, body: told } = { headers: {}, body: '' }] = got
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  expect(new Webhook(webhookSecret).verify(told, sent)).toMatchObject({ type: 'submission.done' })
  const { deliveries } = await api('listDeliveries', { parameters: { id: key.id } })
  expect(deliveries).toMatchObject([{ status: 'delivered', attempts: 1 }])
  receiver.close()
})

describe('an agent with the official client', () => {
  const client = new Client({ name: 'agent', version: '1' })
  const answer = z.object({ isError: z.boolean().optional(), content: z.tuple([z.object({ text: z.string() })]) })
  const call = async (name: string, given: Record<string, unknown>) => {
    const { content } = answer.parse(await client.callTool({ name, arguments: given }))
    return JSON.parse(content[0].text)
  }

  beforeAll(async () => {
    const own = { PATH: process.env.PATH ?? '', LC_ALL: 'C', ...env }
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [PROGRAM, 'mcp'], cwd: folder, env: own }),
    )
  })
  afterAll(() => client.close())

  it('gets the price, is refused with a lower ceiling, and gets the finished subtitle with a sufficient one', async () => {
    const { tokens } = await call('quote', { source: 'talk.mp4' })
    expect(tokens).toBe(4)
    expect(await call('submit', { source: 'talk.mp4', maxTokens: 3 })).toMatchObject({ code: 'OVER_CEILING' })
    expect(await call('submit', { text: ENGLISH, maxTokens: 0 })).toMatchObject({ code: 'OVER_CEILING' })
    const { id } = await call('submit', { source: 'talk.mp4', maxTokens: tokens })
    const status = async () => (await call('status', { id })).status
    await expect.poll(status, { interval: 300 }).toBe('done')
    const { text } = await call('subtitle', { id })
    expect(parseSrt(text).length).toBeGreaterThan(2)
    expect((await call('status', {})).submissions.length).toBeGreaterThan(0)
    expect(await call('inspect', { text })).toMatchObject({ cues: parseSrt(text).length })
    const { resources } = await client.listResources()
    const found = resources.find(({ uri }) => uri.includes(id))
    const { contents } = await client.readResource({ uri: found?.uri ?? '' })
    expect(contents).toMatchObject([{ text }])
  })
})

describe('the command jamak with a key', () => {
  const of = (...words: string[]) => jamak(folder, words, { env })
  const events = (text: string) =>
    text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))

  it('submits the sound of a video, waits, and saves the subtitle', async () => {
    const { status, out } = await of('submit', 'talk.mp4', '--max-tokens', '5', '--out', 'saved', '--json')
    expect(status).toBe(0)
    const told = events(out)
    expect(told.map(({ event }) => event)).toEqual(expect.arrayContaining(['submitted', 'status', 'saved']))
    expect(parseSrt(readFileSync(told.at(-1).path, 'utf8')).length).toBeGreaterThan(2)
    const again = await of('download', told[0].id, '--out', 'saved', '--json')
    expect([told.at(-1).path, JSON.parse(again.error).path].map(path => basename(path))).toEqual([
      'talk.ko.srt',
      `talk.ko.${told[0].id}.srt`,
    ])
  })

  it('is charged once even if the command is repeated', async () => {
    const before = events((await of('quote', 'talk.mp4', '--json')).out)[0].balance
    const { out } = await of('submit', 'talk.mp4', '--max-tokens', '5', '--json')
    expect(events(out)).toMatchObject([{ event: 'submitted', status: 'done' }])
    expect(events((await of('quote', 'talk.mp4', '--json')).out)[0]).toMatchObject({ balance: before, tokens: 4 })
  })

  it('submits several videos within one ceiling, and names those that did not fit', async () => {
    const { status, out } = await of('submit', 'talk.en.srt', 'talk.mp4', '--max-tokens', '3', '--json')
    expect(status).toBe(3)
    expect(events(out)).toMatchObject([
      { event: 'submitted', tokens: 1 },
      { event: 'refused', name: 'talk.mp4', code: 'OVER_CEILING' },
    ])
  })

  it('stores a key at login, lists submissions, and downloads one to standard output', async () => {
    const login = await jamak(folder, ['login', '--url', env.JAMAK_URL ?? ''], { input: `${env.JAMAK_KEY}\n` })
    expect(login).toMatchObject({ status: 0, out: '', error: expect.stringContaining('examples') })
    const listed = events((await jamak(folder, ['status', '--json'])).out)
    const done = listed.find(({ status, type }) => status === 'done' && type === 'video')
    const { out } = await jamak(folder, ['download', done.id, '--out', '-', '--format', 'vtt'])
    expect(out).toMatch(/^WEBVTT/)
    const foreign = await jamak(folder, ['status', '20200101000000'])
    expect(foreign).toMatchObject({ status: 1, error: expect.stringContaining('(NO_VIDEO)') })
  })

  it('refuses a key that the service does not know', async () => {
    const refused = await jamak(folder, ['login', '--url', env.JAMAK_URL ?? ''], { input: 'jamak_x\n' })
    expect(refused).toMatchObject({ status: 1, error: expect.stringContaining('(KEY_INVALID)') })
  })
})
