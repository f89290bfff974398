import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPace } from '../../../local/ai/converse/pace.ts'
import type { ConverseInput } from '../../../local/ai/converse/wire.ts'
import { LANGUAGE_MODEL } from '../../../local/ai/language-model/choice.ts'
import { createLanguageModel } from '../../../local/ai/language-model/index.ts'
import { fetchWeights, installRunner } from '../../../local/ai/language-model/install.ts'
import { startModelHost } from '../../fixtures/models/model-host.ts'
import { playRunner } from '../../fixtures/models/played-runner.ts'
import { sha256 } from '../../fixtures/models/tiny-manifest.ts'

let folder: string
let lines: string[]
const log = (line: string) => void lines.push(line)
const TOOL = 'deliver_translations'
const files = () => ({ weights: join(folder, 'lm', LANGUAGE_MODEL.id, 'model.gguf'), runner: folder })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'language-model-'))
  lines = []
  playRunner(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the language model of this machine', () => {
  const texts = (properties: object) => ({
    type: 'object',
    properties: { texts: { type: 'array', items: { type: 'object', properties, required: ['korean'] } } },
    required: ['texts'],
  })
  const korean = { type: 'string' }
  const schema = texts({ korean, reason: { type: 'string', enum: ['wording'] } })
  const input = (text: string, before: ConverseInput['messages'] = []): ConverseInput => ({
    system: [{ text: 'Translate.' }],
    messages: [...before, { role: 'user', content: [{ text }] }],
    toolConfig: { tools: [{ toolSpec: { name: TOOL, inputSchema: { json: schema } } }] },
    inferenceConfig: { maxTokens: 300 },
  })
  const model = (answerMs = 60_000, hangsMs = 60_000) =>
    createLanguageModel({ files: files(), pace: createPace(log), answerMs, hangsMs })

  it('continues the conversation with a tool call whose schema a grammar enforces', async () => {
    const one = model()
    const before: ConverseInput['messages'] = [
      { role: 'user', content: [{ text: 'first' }] },
      { role: 'assistant', content: [{ text: 'answer' }] },
    ]
    const { content, stopReason } = await one.answer(input('second', before))
    await one.close()
    expect(stopReason).toBe('tool_use')
    const written = {
      text: 'second',
      history: [
        { type: 'system', text: 'Translate.' },
        { type: 'user', text: 'first' },
        { type: 'model', response: ['answer'] },
      ],
      // The grammar would make an optional property mandatory.
      grammar: { schema: texts({ korean }) },
      maxTokens: 300,
    }
    expect(content).toEqual([{ toolUse: { toolUseId: 'call', name: TOOL, input: written } }])
  })

  it('reports that a response was cut off instead of calling the tool with half of it', async () => {
    const one = model()
    expect(await one.answer(input('cut'))).toMatchObject({
      stopReason: 'max_tokens',
      content: [{ text: expect.any(String) }],
    })
    await one.close()
  })

  it('fails as Bedrock does on a request too long, a crash or a late response, and then recovers', async () => {
    const one = model()
    await expect(one.answer(input('word '.repeat(20_000)))).rejects.toMatchObject({ code: 'ValidationException' })
    await expect(one.answer(input('crash'))).rejects.toMatchObject({ code: 'ModelErrorException' })
    expect(await one.answer(input('again'))).toMatchObject({ stopReason: 'tool_use' })
    await one.close()
    const hasty = model(500, 0)
    await expect(hasty.answer(input('hang'))).rejects.toMatchObject({ code: 'ModelTimeoutException' })
    await hasty.close()
  })

  it('returns what it has written when its time is up, and times out if that is nothing', async () => {
    const hasty = model(500)
    expect(await hasty.answer(input('slow'))).toMatchObject({ stopReason: 'max_tokens', content: [{ text: '{"s1":' }] })
    await expect(hasty.answer(input('mute'))).rejects.toMatchObject({ code: 'ModelTimeoutException' })
    await hasty.close()
  })

  it('stops writing when the caller stops waiting', async () => {
    const one = model()
    const stop = new AbortController()
    const answer = one.answer(input('slow'), stop.signal)
    await new Promise(setImmediate)
    stop.abort()
    expect(await answer).toMatchObject({ stopReason: 'max_tokens' })
    await expect(one.answer(input('slow'), stop.signal)).rejects.toMatchObject({ code: 'ModelTimeoutException' })
    await one.close()
  })

  it('logs once, after the first sentences, how many minutes a talk takes', async () => {
    const one = model()
    for (let times = 0; times < 2; times += 1) await one.answer(input('word '.repeat(100)))
    await one.close()
    expect(lines).toEqual([expect.stringMatching(/^qwen3.* takes about \d+ minutes for a ten-minute talk/)])
  })
})

describe('npm run models -- --language-model', () => {
  const WEIGHTS = Buffer.alloc(200_000, 'weights ')
  const pointer = (digest = sha256(WEIGHTS)) =>
    Buffer.from(`version https://git-lfs.github.com/spec/v1\noid sha256:${digest}\nsize ${WEIGHTS.length}\n`)
  const options = () => ({ modelsDir: folder, download: true, fetch, log, rest: async () => {} })
  const fetchFrom = (url: string) =>
    fetchWeights({ ...LANGUAGE_MODEL, repository: url, file: 'model.gguf' }, files(), options())

  it('verifies size and digest from the publisher’s pointer, and survives a broken connection', async () => {
    await using host = await startModelHost({ 'raw/main/model.gguf': pointer(), 'resolve/main/model.gguf': WEIGHTS })
    host.cut('resolve/main/model.gguf', 90_000)
    expect(await fetchFrom(host.url)).toEqual({ bytes: WEIGHTS.length, sha256: sha256(WEIGHTS) })
    expect(readFileSync(files().weights).equals(WEIGHTS)).toBe(true)
    expect(host.requests).toHaveLength(3)
    expect(lines.at(-1)).toBe('The language model is ready.')
  })

  it('keeps nothing with a wrong digest, and reports if the host has no such model', async () => {
    const files = { 'raw/main/model.gguf': pointer('0'.repeat(64)), 'resolve/main/model.gguf': WEIGHTS }
    await using host = await startModelHost(files)
    await expect(fetchFrom(host.url)).rejects.toMatchObject({ code: 'WRONG_DIGEST' })
    await using empty = await startModelHost({ 'raw/main/model.gguf': Buffer.from('<html>') })
    await expect(fetchFrom(empty.url)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await using none = await startModelHost({})
    await expect(fetchFrom(none.url)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(fetchFrom('http://127.0.0.1:1')).rejects.toMatchObject({ code: 'UNREACHABLE' })
  })

  it('installs nothing if the runner is present', async () => {
    await installRunner(files(), log)
    expect(lines).toEqual([])
  })
})
