import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { PROGRAM } from './run.ts'

const text = '1\n00:00:01,000 --> 00:00:04,000\n그래서 우리는 어제 학교에 갔는데 아무도\n없었습니다.\n'
let folder = ''
let client: Client
let transport: StdioClientTransport

const connect = async () => {
  client = new Client({ name: 'test', version: '1' })
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', JAMAK_URL: 'http://127.0.0.1:9', JAMAK_KEY: 'jamak_x' }
  transport = new StdioClientTransport({ command: process.execPath, args: [PROGRAM, 'mcp'], cwd: folder, env })
  await client.connect(transport)
}
const answer = z.object({ isError: z.boolean().optional(), content: z.tuple([z.object({ text: z.string() })]) })
const call = async (name: string, given: Record<string, unknown>) => {
  const { isError = false, content } = answer.parse(await client.callTool({ name, arguments: given }))
  return { isError, text: content[0].text }
}
const result = async (name: string, given: Record<string, unknown>) => JSON.parse((await call(name, given)).text)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jamak-mcp-'))
  await connect()
})
afterAll(async () => {
  await client.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the tools for agents', () => {
  it('are seven, each with a schema and what it costs, and only submit spends', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      ...['recut', 'inspect', 'convert', 'quote', 'submit', 'status', 'subtitle'],
    ])
    for (const { name, description, inputSchema } of tools) {
      expect(description).toMatch(name === 'submit' ? /^SPENDS TOKENS/ : /Free\.$|Spends nothing\.$/)
      expect(inputSchema.type).toBe('object')
    }
    expect(tools.find(({ name }) => name === 'submit')?.inputSchema.required).toContain('maxTokens')
  })

  it('recut, inspect and convert texts and files without a service', async () => {
    writeFileSync(join(folder, 'talk.srt'), text)
    expect(await result('recut', { path: 'talk.srt', out: 'new.srt' })).toMatchObject({
      keptAfter: 100,
      out: 'new.srt',
    })
    expect(readFileSync(join(folder, 'new.srt'), 'utf8')).toContain('아무도 없었습니다')
    expect(await result('inspect', { text })).toMatchObject({ cues: 1, kept: 0 })
    expect(await result('convert', { text, format: 'vtt' })).toMatchObject({ text: expect.stringMatching(/^WEBVTT/) })
  })

  it.each([
    ['recut', {}, 'USAGE'],
    ['convert', { text, format: 'pdf' }, 'USAGE'],
    ['inspect', { path: 'none.srt' }, 'NO_FILE'],
    ['inspect', { text: 'Only a text.' }, 'SUBTITLE_NO_TIMES'],
    ['quote', { text: text.replace(/[가-힣]+/g, 'word') }, 'OFFLINE'],
  ])('%s reports a failure as a result with a stable code, and the server lives on', async (name, given, code) => {
    const { isError, text: body } = await call(name, given)
    expect({ isError, ...JSON.parse(body) }).toMatchObject({ isError: true, code })
    expect((await client.listTools()).tools).toHaveLength(7)
  })

  it('refuse a submission without a ceiling before anything is read', async () => {
    const { isError, text: body } = await call('submit', { source: 'none.mp4' })
    expect(isError).toBe(true)
    expect(body).toContain('maxTokens')
  })

  it('are served anew after a lost connection', async () => {
    const { pid } = transport
    const lost = new Promise<void>(resolve => {
      client.onclose = resolve
    })
    process.kill(pid ?? 0, 'SIGKILL')
    await lost
    await expect(client.listTools()).rejects.toThrow()
    await connect()
    expect((await client.listTools()).tools).toHaveLength(7)
  })
})
