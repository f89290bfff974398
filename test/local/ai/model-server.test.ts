import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bedrock } from '../../../lambdas/translation/bedrock.ts'
import { buildBrief } from '../../../lambdas/translation/write-brief.ts'
import { type ConverseModel, createBedrock } from '../../../local/ai/converse/index.ts'
import { createModelServers } from '../../../local/ai/converse/model-server.ts'
import { createPace } from '../../../local/ai/converse/pace.ts'
import { checkModelServer } from '../../../local/ai/converse/server-check.ts'
import { readModelServers } from '../../../local/engines/servers.ts'
import { type DialectName, type Played, startModelServer } from '../../support/model-servers.ts'
import { sdkSettings } from '../../support/sdk-wire.ts'
import { KOREAN, modelOf, noWaiting, request, sentenceOf } from '../../translation/talk.ts'

const NAMES: DialectName[] = ['ollama', 'LM Studio', 'llama.cpp', 'vLLM']
const item = ([id, korean]: [string, string]) => ({ id, korean, starts: [1] })
const input = () => ({ translations: Object.entries(KOREAN).map(item) })
const started = new Map<DialectName, Awaited<ReturnType<typeof startModelServer>>>()
const server = (name: DialectName) => {
  const found = started.get(name)
  if (!found) throw new Error(`${name} is not started`)
  return found
}

beforeAll(async () => {
  for (const name of NAMES) started.set(name, await startModelServer(name))
})
afterAll(() => Promise.all([...started.values()].map(each => each.close())))
beforeEach(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
})

const serversAt = (urls: string[]) => urls.map(url => ({ url, model: 'small-model', key: 'secret', fetch }))
const modelAt = (...urls: string[]) => modelWith(createModelServers(serversAt(urls)))
const modelWith = (servers: ConverseModel) => {
  return modelOf(new BedrockRuntimeClient(sdkSettings(createBedrock(servers))), noWaiting(2), 'local.small')
}
const translate = (...urls: string[]) => bedrock(modelAt(...urls)).translate(request())
const play = (name: DialectName, played: Partial<Played> = {}) => {
  server(name).play({ input, ...played })
  return server(name)
}

describe.each(NAMES)('the model server %s', name => {
  it('translates every sentence in one request, whatever it does with a forced tool', async () => {
    const { url, asked } = play(name)
    expect(Object.fromEntries(await translate(url))).toEqual(KOREAN)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.messages.at(-1)?.content).toContain('The bicycle is a very ordinary machine.')
  })

  it('translates with a model that cannot call tools, and gets requests for JSON from then on', async () => {
    const { url, asked } = play(name, { hasTools: false })
    const main = bedrock(modelAt(url))
    expect(Object.fromEntries(await main.translate(request()))).toEqual(KOREAN)
    const first = asked.length
    expect(Object.fromEntries(await main.translate(request()))).toEqual(KOREAN)
    expect(asked.length - first).toBe(1)
  })

  it('with too small a context gets the transcript for the brief in smaller parts, or cuts it', async () => {
    const long = Array.from({ length: 200 }, (_, i) =>
      sentenceOf(`s${i + 1}`, `${'The ferry to Harbor City leaves. '.repeat(4)}`),
    )
    const brief = {
      subject: 'A ferry.',
      tone: '',
      speakers: [],
      terms: [{ english: 'Harbor City', korean: '하버 시티', others: [] }],
      keepEnglish: [],
      corrections: [],
      joins: [],
      numbers: 'digits',
      units: 'asSpoken',
      register: 'haeyo',
    }
    const { url } = play(name, { input: () => brief })
    expect(await buildBrief(modelAt(url), 'Talk', long, Number.POSITIVE_INFINITY)).toMatchObject({
      subject: 'A ferry.',
    })
  })

  it.each([
    [4096, /4,096 tokens.*8,192.*16,384/],
    [8192, /8,192 tokens.*16,384/],
    [16_384, undefined],
  ])('states its context of %d tokens, which is compared with what is needed', async (context, line) => {
    const { url } = play(name, { context })
    const lines = await checkModelServer({ url, model: 'small-model', fetch })
    expect(lines).toEqual(line ? [expect.stringMatching(line)] : [])
  })
})

const call = (input: unknown, more: object = {}) => ({
  id: 'call-9',
  type: 'function',
  function: { name: 'deliver_translations', arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  ...more,
})
const completion = (
  message: object,
  finish_reason = 'stop',
  usage: unknown = { prompt_tokens: 700, completion_tokens: 60 },
) => ({
  choices: [{ message: { role: 'assistant', content: null, ...message }, finish_reason }],
  usage,
})
const [one = '', two = '', three = '', four = ''] = Object.entries(KOREAN).map(each => JSON.stringify(item(each)))

it('from the second request on, a server that does not force tool calls gets the schema instead', async () => {
  const { url, asked } = play('ollama')
  const main = bedrock(modelAt(url))
  for (let times = 0; times < 2; times += 1) expect(Object.fromEntries(await main.translate(request()))).toEqual(KOREAN)
  expect(asked.map(({ tools, response_format: format }) => (tools ? 'tools' : format?.type))).toEqual([
    'tools',
    'json_schema',
  ])
})

describe('a model server’s answer', () => {
  it.each<[string, unknown]>([
    ['as the input in its text', completion({ content: JSON.stringify(KOREAN) })],
    ['within a fence', completion({ content: `Here:\n\`\`\`json\n${JSON.stringify(KOREAN)}\n\`\`\`` })],
    [
      'as a call in its text',
      completion({ content: JSON.stringify({ name: 'deliver_translations', arguments: input() }) }),
    ],
    [
      'as a call with doubled braces, as Qwen behind llama-server writes it',
      completion({
        content: `{{"name": "deliver_translations", "arguments": ${JSON.stringify(input())}}}\n\n\n`,
      }),
    ],
    [
      'as a call within tags',
      completion({
        content: `<tool_call>\n{"name": "deliver_translations", "parameters": ${JSON.stringify(input())}}\n</tool_call>`,
      }),
    ],
    [
      'as a call whose arguments are a string',
      completion({ content: JSON.stringify({ name: 'deliver_translations', arguments: JSON.stringify(input()) }) }),
    ],
    [
      'as a call within the arguments of a call',
      completion({ tool_calls: [call({ name: 'deliver_translations', arguments: input() })] }),
    ],
    [
      'as an object under the name of the tool',
      completion({ content: JSON.stringify({ deliver_translations: input() }) }),
    ],
    [
      'with arguments that are an object',
      completion({ tool_calls: [{ function: { name: 'deliver_translations', arguments: input() } }] }),
    ],
    ['with a null id and null usage', completion({ tool_calls: [call(input(), { id: null })] }, 'tool_calls', null)],
    [
      'with usage that has null counts',
      completion({ tool_calls: [call(input())] }, 'tool_calls', { prompt_tokens: null }),
    ],
    [
      'as content parts',
      completion({
        content: [
          { type: 'text', text: JSON.stringify(input()).slice(0, 40) },
          { type: 'text', text: JSON.stringify(input()).slice(40) },
        ],
      }),
    ],
    [
      'after deliberation in its text',
      completion({ content: `<think>{"s1": "아니요"}</think>\n${JSON.stringify(input())}` }),
    ],
    [
      'after deliberation without an opening tag',
      completion({ content: `Maybe {this}.\n</think>${JSON.stringify(input())}` }),
    ],
    [
      'beside deliberation of its own field',
      completion({ reasoning_content: '{"s1": "아니요"}', content: JSON.stringify(input()) }),
    ],
    [
      'as two parallel calls',
      completion({
        tool_calls: [call(`{"translations":[${one},${two}]}`), call(`{"translations":[${three},${four}]}`)],
      }),
    ],
    [
      'with a brace too many after each item',
      completion({
        content: `{"name":"deliver_translations","arguments":{"translations":[${one}},${two}},${three}},${four}]}`,
      }),
    ],
    [
      'with stray quotation marks between items',
      completion({ content: `{"translations":[${one},"${two},"${three},"${four}]}` }),
    ],
    [
      'without its last brackets',
      completion({ tool_calls: [call(`{"translations":[${one},${two},${three},${four}`)] }),
    ],
    [
      'with an item that counts on until the answer ends',
      completion({
        tool_calls: [
          call(`{"translations":[${one},${two},${three},{"id":"s4","korean":"${KOREAN.s4}","starts":[1,2,3,4,5,6,`),
        ],
      }),
    ],
  ])('is read %s', async (_, body) => {
    const { url } = play('vLLM', { body })
    expect(Object.fromEntries(await translate(url))).toEqual(KOREAN)
  })

  it('is read without its last text if it was cut off', async () => {
    const { url } = play('vLLM', {
      body: completion({ tool_calls: [call(`{"translations":[${one},${two},{"id":"s3","korean":"사람`)] }, 'length'),
    })
    expect([...(await translate(url)).keys()]).toEqual(['s1', 's2'])
  })

  it.each([
    ['prose', completion({ content: '번역해 드릴게요.' })],
    ['a broken call', completion({ tool_calls: [call('{"s1": ')] }, 'tool_calls')],
    ['a refusal', completion({ content: '' }, 'content_filter')],
    ['deliberation without an end', completion({ content: '<think>{"s1": "자전거예요."}' })],
    ['another shape', { answer: 42 }],
  ])('of %s yields no translations', async (_, body) => {
    expect(await translate(play('vLLM', { body }).url)).toEqual(new Map())
  })

  it.each([429, 401, 404, 500, 503])('with status %d makes the model unavailable', async status => {
    await expect(translate(play('vLLM', { status }).url)).rejects.toMatchObject({ code: 'MODEL_GONE' })
  })
})

describe('a slow model server', () => {
  const hasty = (url: string) => bedrock(modelWith(createModelServers(serversAt([url]), { answerMs: 300 })))

  it('loses only the sentences that it has not written when its time is up', async () => {
    const { url } = play('vLLM', { stallsAfter: 20 })
    const found = await hasty(url).translate(request())
    expect(found.size).toBeGreaterThan(0)
    expect(found.size).toBeLessThan(4)
    for (const [id, korean] of found) expect(korean).toBe(KOREAN[id])
  })

  it('times out if it has written nothing but its reasoning', async () => {
    const { url } = play('vLLM', { stallsAfter: 1 })
    await expect(hasty(url).translate(request())).rejects.toMatchObject({ isOver: false })
  })

  it('is reported with its pace once, after the first translated sentences', async () => {
    const { url } = play('llama.cpp')
    const lines: string[] = []
    const main = bedrock(
      modelWith(createModelServers(serversAt([url]), { pace: createPace(line => lines.push(line)) })),
    )
    for (let times = 0; times < 2; times += 1) await main.translate(request())
    expect(lines).toEqual([
      expect.stringMatching(/^small-model takes about \d+ minutes for a ten-minute talk: .* second/),
    ])
  })

  it('gets no further request once the function has given up', async () => {
    const { url } = play('vLLM', { stallsAfter: 1 })
    const stop = new AbortController()
    const answer = createModelServers(serversAt([url, 'http://127.0.0.1:1/v1'])).answer(
      { messages: [{ role: 'user', content: [{ text: 'Translate.' }] }] },
      stop.signal,
    )
    stop.abort()
    await expect(answer).rejects.toMatchObject({ code: 'ServiceUnavailableException' })
  })
})

it('a server that cannot stream is read as a whole', async () => {
  const { url } = play('vLLM', { isWhole: true })
  expect(Object.fromEntries(await translate(url))).toEqual(KOREAN)
})

it('an error in a stream is handled like a refused request', async () => {
  const { url } = play('llama.cpp', { body: { error: { message: 'exceeds the available context size', code: 400 } } })
  expect(await translate(url)).toEqual(new Map())
})

describe('a list of model servers', () => {
  it.each([
    ['cannot be reached', 'http://127.0.0.1:1/v1'],
    ['is loading its model', undefined],
  ])('passes a request on if the first one %s', async (_, dead) => {
    const first = dead ?? play('llama.cpp', { status: 503 }).url
    expect(Object.fromEntries(await translate(first, play('ollama').url))).toEqual(KOREAN)
  })

  it('is unavailable if no server can be reached', async () => {
    await expect(translate('http://127.0.0.1:1/v1')).rejects.toMatchObject({ code: 'MODEL_GONE' })
  })

  it.each<[string, Record<string, string>, unknown]>([
    ['nothing', { OPENAI_API_KEY: 'k' }, []],
    ['one server', { MODEL_SERVER_URL: 'http://a/v1/', MODEL_SERVER_MODEL: 'm' }, [{ url: 'http://a/v1', model: 'm' }]],
    [
      'OpenAI’s names',
      { OPENAI_BASE_URL: 'http://a/v1', OPENAI_MODEL: 'm', OPENAI_API_KEY: 'k' },
      [{ url: 'http://a/v1', model: 'm', key: 'k' }],
    ],
    [
      'its own names before OpenAI’s, whose key stays at home',
      { MODEL_SERVER_URL: 'http://a/v1', MODEL_SERVER_MODEL: 'm', OPENAI_BASE_URL: 'http://b/v1', OPENAI_API_KEY: 'k' },
      [{ url: 'http://a/v1', model: 'm' }],
    ],
    [
      'two servers with a model each',
      { MODEL_SERVER_URL: 'http://a/v1, http://b/v1', MODEL_SERVER_MODEL: 'm,n' },
      [
        { url: 'http://a/v1', model: 'm' },
        { url: 'http://b/v1', model: 'n' },
      ],
    ],
    [
      'two servers with one model',
      { MODEL_SERVER_URL: 'http://a/v1 http://b/v1', MODEL_SERVER_MODEL: 'm' },
      [
        { url: 'http://a/v1', model: 'm' },
        { url: 'http://b/v1', model: 'm' },
      ],
    ],
  ])('is read from %s', (_, env, servers) => {
    expect(readModelServers(env)).toEqual(servers)
  })
})

describe('the check of a model server at the start', () => {
  it.each([
    ['cannot be reached', 'http://127.0.0.1:1/v1', 'small-model', /cannot be reached/],
    ['lacks the model', undefined, 'big-model', /no model "big-model".*small-model/],
  ])('says that it %s', async (_, url, model, line) => {
    const lines = await checkModelServer({ url: url ?? play('vLLM').url, model, fetch })
    expect(lines).toEqual([expect.stringMatching(line)])
  })
})
