import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { AwsRequest, AwsResponse } from '#local-aws/aws/service.ts'
import { bedrock } from '../../lambdas/translation/bedrock.ts'
import { sdkSettings } from '../support/sdk-wire.ts'
import { type Choices, KOREAN, modelOf, noWaiting, request, TALK } from './talk.ts'

const sentBody = z.object({
  system: z.array(z.object({ text: z.string().optional(), cachePoint: z.unknown().optional() })),
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.array(z.object({ text: z.string().optional(), cachePoint: z.unknown().optional() })),
    }),
  ),
  toolConfig: z.object({
    tools: z.array(
      z.object({
        toolSpec: z.object({
          name: z.string(),
          inputSchema: z.object({ json: z.looseObject({}) }),
          strict: z.boolean().optional(),
        }),
      }),
    ),
    toolChoice: z.unknown(),
  }),
  inferenceConfig: z.object({ maxTokens: z.number() }),
  additionalModelRequestFields: z.unknown().optional(),
})

let sent: { path: string; body: z.infer<typeof sentBody> }[]
let due: AwsResponse[]
let patience: ReturnType<typeof noWaiting>

beforeEach(() => {
  vi.clearAllMocks()
  sent = []
  due = []
  patience = noWaiting()
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const client = new BedrockRuntimeClient(
  sdkSettings({
    accessOf: () => [],
    async handle({ url, body }: AwsRequest) {
      sent.push({ path: decodeURIComponent(url.pathname), body: sentBody.parse(JSON.parse(body.toString())) })
      return due.shift() ?? called(KOREAN)
    },
  }),
)

/** A Converse response as documented. */
const reply = (stopReason: string, content: unknown[]): AwsResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    output: { message: { role: 'assistant', content } },
    stopReason,
    usage: { inputTokens: 100, outputTokens: 50, totalTokens: 150 },
    metrics: { latencyMs: 10 },
  }),
})
const called = (input: unknown, stopReason = 'tool_use') =>
  reply(stopReason, [{ text: 'Here they are.' }, { toolUse: { toolUseId: 't1', name: 'deliver_translations', input } }])
const refused = (type: string, status: number, message = 'no'): AwsResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
  body: JSON.stringify({ message }),
})
const translate = async (choices?: Choices) =>
  Object.fromEntries(await bedrock(modelOf(client, patience)).translate(request(choices)))

describe('a model of Bedrock', () => {
  it('must respond with a tool that is the same for all sentences', async () => {
    expect(await translate()).toEqual(KOREAN)
    const [call] = sent
    expect(call?.path).toBe('/model/model-1/converse')
    expect(call?.body.toolConfig.toolChoice).toEqual({ tool: { name: 'deliver_translations' } })
    expect(call?.body.toolConfig.tools[0]?.toolSpec.inputSchema.json).toMatchObject({
      type: 'object',
      required: ['translations'],
      additionalProperties: false,
    })
    expect(call?.body.inferenceConfig.maxTokens).toBeGreaterThan(700)
  })

  it('chooses the tool itself and does not think first, if it is a Claude model that rejects a forced tool', async () => {
    const answer = JSON.stringify({ translations: Object.entries(KOREAN).map(([id, korean]) => ({ id, korean })) })
    due.push(reply('end_turn', [{ text: 'Here:\n```json\n' }, { text: `${answer}\n\`\`\`` }]))
    const model = bedrock(modelOf(client, patience, 'global.anthropic.claude-haiku-5-5'))
    expect(Object.fromEntries(await model.translate(request()))).toEqual(KOREAN)
    expect(sent[0]?.body.toolConfig.toolChoice).toEqual({ auto: {} })
    expect(sent[0]?.body.additionalModelRequestFields).toEqual({ thinking: { type: 'disabled' } })
  })

  it('receives context, the terms that occur and character budgets, but never a time', async () => {
    await translate({ glossary: { Bicycle: '자전거', Moon: '달' }, budgets: { s1: 24 } })
    const text = sent[0]?.body.messages[0]?.content[0]?.text ?? ''
    expect(JSON.parse(text)).toMatchObject({
      before: ['Before.'],
      after: ['After.'],
      terms: { Bicycle: '자전거' },
      sentences: [{ id: 's1', english: 'The bicycle is a very ordinary machine.', aim: 16, most: 24 }, {}, {}, {}],
    })
    expect(JSON.parse(text).terms).not.toHaveProperty('Moon')
    expect(text).not.toMatch(/startMs|endMs|10000/)
  })

  it('receives the words that may be misheard, with the known corrections', async () => {
    const [first, ...others] = TALK
    if (!first) throw new Error('no sentence')
    const words = first.words.map((word, i) => (i === 1 ? { ...word, confidence: 0.41 } : word))
    const corrections = [
      { heardAs: 'bicycle is', meant: 'tricycle is' },
      { heardAs: 'moon', meant: 'spoon' },
    ]
    const sentences = [{ ...first, words }, ...others]
    await bedrock(modelOf(client, patience)).translate({ ...request({ sentences }), corrections })
    const given = JSON.parse(sent[0]?.body.messages[0]?.content[0]?.text ?? '')
    expect(given.sentences[0]).toMatchObject({ id: 's1', unsure: ['bicycle'] })
    expect(given.sentences[1]).not.toHaveProperty('unsure')
    expect(given.corrections).toEqual({ 'bicycle is': 'tricycle is' })
  })

  it.each([
    ['haeyo', '해요체'],
    ['hapnida', '합니다체'],
    ['banmal', '반말'],
    ['polite', '존댓말'],
  ] as const)('is told the register %s', async (register, korean) => {
    await translate({ register })
    expect(sent[0]?.body.system[0]?.text).toContain(korean)
  })

  it('receives the faults of its earlier response', async () => {
    const faults = new Map([['s1', { korean: '기계', problems: ['it is too short: something was left out'] }]])
    await bedrock(modelOf(client, patience)).translate({ ...request(), look: 'repair', faults })
    const [, asked] = sent[0]?.body.messages[0]?.content ?? []
    expect(JSON.parse(asked?.text?.split('\n')[1] ?? '')).toEqual({
      s1: { korean: '기계', problems: ['it is too short: something was left out'] },
    })
  })
})

describe('a response of a Bedrock model', () => {
  it('yields the same in any order', async () => {
    due = [called(Object.fromEntries(Object.entries(KOREAN).reverse()))]
    expect(await translate()).toEqual(KOREAN)
  })

  it.each([
    ['the list of the tool', { translations: Object.entries(KOREAN).map(([id, korean]) => ({ id, korean })) }],
    ['a list under other names', Object.entries(KOREAN).map(([id, text]) => ({ id: id.toUpperCase(), text }))],
    ['numbers as ids', Object.fromEntries(Object.entries(KOREAN).map(([id, korean]) => [id.slice(1), korean]))],
    ['a list of texts in order', Object.values(KOREAN)],
    ['JSON in a string', JSON.stringify({ translations: KOREAN })],
    ['JSON in a string inside', { translations: JSON.stringify(KOREAN) }],
  ])('is read as %s', async (_, input) => {
    due = [called(input)]
    expect(await translate()).toEqual(KOREAN)
    expect(sent).toHaveLength(1)
  })

  it('names the sentences whose English the model had to guess', async () => {
    const guesses = new Set<string>()
    due = [
      called({
        translations: [
          { id: 's2', korean: KOREAN.s2, reason: 'misheard' },
          { id: 's3', korean: KOREAN.s3 },
        ],
      }),
    ]
    await bedrock(modelOf(client, patience)).translate({ ...request(), guesses })
    expect([...guesses]).toEqual(['s2'])
  })

  const startsRead = async (given: unknown) => {
    const starts = new Map<string, readonly number[]>()
    due = [called({ translations: Object.entries(KOREAN).map(([id, korean]) => ({ id, korean, starts: given })) })]
    const texts = await bedrock(modelOf(client, patience)).translate({ ...request(), starts })
    expect(Object.fromEntries(texts)).toEqual(KOREAN)
    expect(sent).toHaveLength(1)
    return starts.get('s2')
  }

  it.each([
    ['a list', [3, 7]],
    ['a list of texts', ['3', ' 7']],
    ['a text', '3, 7'],
    ['JSON in a text', '[3,7]'],
  ])('has its word numbers read from %s', async (_, given) => {
    expect(await startsRead(given)).toEqual([2, 6])
  })

  it.each([
    ['words', ['and', 'the']],
    ['fractions', [3.5]],
    ['zero', [0]],
    ['an object', { first: 3 }],
    ['lists in a list', [[3], [7]]],
    ['nothing', []],
    ['an empty text', ''],
    ['null', null],
    ['a flood', Array.from({ length: 200 }, (_, i) => i + 1)],
  ])('keeps its texts, without another request, if its word numbers are %s', async (_, given) => {
    expect(await startsRead(given)).toBeUndefined()
  })

  it('with missing ids yields the other texts', async () => {
    const { s2, ...others } = KOREAN
    due = [called(others)]
    expect(await translate()).toEqual(others)
    expect(s2).toBeDefined()
  })

  it('yields no ids that were not requested', async () => {
    due = [called({ ...KOREAN, s5: '다섯째', constructor: '?', s1_extra: '더' })]
    expect(await translate()).toEqual(KOREAN)
  })

  it('yields no empty texts', async () => {
    due = [called({ s1: '', s2: '  ', s3: 3, s4: null })]
    expect(await translate()).toEqual({})
  })

  it.each([
    ['in prose', reply('end_turn', [{ text: '번역해 드릴게요: 자전거는…' }])],
    ['with another tool', reply('tool_use', [{ toolUse: { toolUseId: 't', name: 'other', input: KOREAN } }])],
    ['with a list of another length', called(['하나예요.', '둘이에요.'])],
    ['with text as input', called('s1')],
    ['stopped by a guardrail', reply('guardrail_intervened', [{ text: 'Sorry, I cannot help with that.' }])],
    ['stopped by a content filter', reply('content_filtered', [])],
    ['with a malformed call', reply('malformed_tool_use', [])],
  ])('%s yields no translations', async (_, answer) => {
    due = [answer]
    expect(await translate()).toEqual({})
  })

  it('truncated by max_tokens loses its last text, which may be incomplete', async () => {
    due = [called({ s1: KOREAN.s1, s2: KOREAN.s2, s3: '사람들은 발' }, 'max_tokens')]
    expect(await translate()).toEqual({ s1: KOREAN.s1, s2: KOREAN.s2 })
  })
})

describe('an error of a Bedrock model', () => {
  it.each([
    ['ThrottlingException', 429],
    ['ModelNotReadyException', 429],
    ['ServiceUnavailableException', 503],
    ['InternalServerException', 500],
  ])('is retried if it is %s', async (type, status) => {
    due = [refused(type, status), refused(type, status)]
    expect(await translate()).toEqual(KOREAN)
    expect(patience.waits).toEqual([500, 1000])
  })

  it('makes the model unavailable if throttling lasts, so that the plain translator takes over', async () => {
    due = Array.from({ length: 4 }, () => refused('ThrottlingException', 429))
    await expect(translate()).rejects.toMatchObject({ code: 'MODEL_GONE', cause: { name: 'ThrottlingException' } })
    expect(sent).toHaveLength(4)
  })

  it.each([
    ['ValidationException', 400],
    ['ModelErrorException', 424],
  ])('is logged for the operator and not retried if it is %s', async (type, status) => {
    due = [refused(type, status)]
    expect(await translate()).toEqual({})
    expect(console.error).toHaveBeenCalledTimes(1)
    expect(patience.waits).toEqual([])
  })

  it.each([
    ['AccessDeniedException', 403],
    ['ResourceNotFoundException', 404],
  ])('is logged for the operator and means that the model is gone if it is %s', async (type, status) => {
    due = [refused(type, status)]
    await expect(translate()).rejects.toMatchObject({ code: 'MODEL_GONE' })
    expect(console.error).toHaveBeenCalledTimes(1)
    expect(patience.waits).toEqual([])
  })

  it.each([
    ['ValidationException', 400, 'The provided model identifier is invalid.'],
    [
      'ValidationException',
      400,
      'Invocation of model ID anthropic.claude-haiku-5-5 with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model.',
    ],
    ['ResourceNotFoundException', 404, 'This model version has reached the end of its life.'],
    ['ResourceNotFoundException', 404, 'Access denied. This Model is marked by provider as Legacy.'],
    ['ThrottlingException', 429, 'Too many tokens per day, please wait before trying again.'],
  ])('ends the calls of the batch if the model stays unavailable: %s %s %s', async (...one) => {
    const [type, status, message] = one
    due = Array.from({ length: 9 }, () => refused(type, status, message))
    await expect(translate()).rejects.toMatchObject({ code: 'MODEL_GONE' })
    expect(sent).toHaveLength(1)
    expect(console.error).toHaveBeenCalledTimes(1)
  })

  it('is retried no longer than the step’s time allows, and no wait outlasts that time', async () => {
    due = Array.from({ length: 9 }, () => refused('ThrottlingException', 429))
    let now = 0
    const sleep = async (ms: number) => {
      now += ms
    }
    const retry = { ...noWaiting(9), sleep }
    const late = bedrock({ ...modelOf(client, retry), now: () => now }).translate({ ...request(), giveUpAt: 1600 })
    await expect(late).rejects.toMatchObject({ code: 'MODEL_GONE' })
    expect(sent).toHaveLength(3)
    expect(now).toBe(1500)
  })

  it('is not sent the same request again after a late answer, because that would be late again', async () => {
    due = [refused('ModelTimeoutException', 408)]
    await expect(translate()).rejects.toMatchObject({ code: 'MODEL_GONE', name: 'ModelLateError' })
    expect(sent).toHaveLength(1)
  })

  it('is not called after the step’s time has passed', async () => {
    expect(await bedrock(modelOf(client)).translate({ ...request(), giveUpAt: 0 })).toEqual(new Map())
    expect(sent).toHaveLength(0)
  })
})

describe('a strict tool', () => {
  it.each([
    ['global.anthropic.claude-haiku-4-5-20251001-v1:0', true],
    ['global.anthropic.claude-haiku-5-5', undefined],
    ['us.anthropic.claude-sonnet-5', undefined],
    ['apac.amazon.nova-lite-v1:0', undefined],
  ])('is requested of %s: %s', async (id, strict) => {
    await bedrock(modelOf(client, patience, id)).translate(request())
    expect(sent.at(-1)?.body.toolConfig.tools[0]?.toolSpec.strict).toBe(strict)
  })
})

describe('the prompt of a Bedrock model', () => {
  const content = () => sent.at(-1)?.body.messages[0]?.content ?? []
  const ask = (id: string, change: Partial<ReturnType<typeof request>>) =>
    bedrock(modelOf(client, patience, id)).translate({ ...request(), ...change })

  it('is cached up to the task if the same sentences are reviewed next and the model supports it', async () => {
    const faults = new Map([['s1', { korean: '기계', problems: [] }]])
    await ask('apac.amazon.nova-pro-v1:0', { isReviewed: true })
    const first = content()
    expect(first.map(block => Object.keys(block)[0])).toEqual(['text', 'cachePoint', 'text'])
    await ask('apac.amazon.nova-pro-v1:0', { isReviewed: true, look: 'review', faults })
    expect(content().slice(0, 2)).toEqual(first.slice(0, 2))
    expect(sent[1]?.body.system).toEqual(sent[0]?.body.system)
    expect(sent[1]?.body.toolConfig).toEqual(sent[0]?.body.toolConfig)
  })

  it('explains "cut" only if a text is shown with the ends of its lines', async () => {
    const asked = async (change: Partial<ReturnType<typeof request>>) => {
      await ask('model-1', { look: 'review', ...change })
      return content().at(-1)?.text ?? ''
    }
    const fault = { korean: '가장 넓은 곳', problems: [] }
    const usual = await asked({ faults: new Map([['s1', fault]]) })
    expect(usual).not.toContain('cut')
    const withCut = await asked({ faults: new Map([['s1', { ...fault, cut: '가장 / 넓은 곳' }]]), lineCharacters: 12 })
    expect(withCut).toContain('"cut" is a text with "/" at the ends of its lines')
    expect(withCut).toContain('(at most 12)')
    expect(withCut).toContain('"cut":"가장 / 넓은 곳"')
  })

  it.each([
    ['meta.llama3-70b-instruct-v1:0', true],
    ['apac.amazon.nova-pro-v1:0', false],
  ])('has no cache point for %s reviewed: %s', async (id, isReviewed) => {
    await ask(id, { isReviewed })
    expect(content().map(block => Object.keys(block)[0])).toEqual(['text', 'text'])
  })

  it('contains the talk, its speakers, and the last Korean before', async () => {
    const talk = {
      subject: 'The history of the bicycle.',
      tone: 'casual',
      speakers: [{ name: 'Anna', speaksTo: 'an audience', register: 'haeyo' as const }],
      numbers: 'digits' as const,
      units: 'metric' as const,
    }
    await ask('model-1', { talk, translated: ['먼저 자전거예요.'] })
    expect(JSON.parse(content()[0]?.text ?? '')).toMatchObject({ talk, translated: ['먼저 자전거예요.'] })
  })

  it('never reaches the log, nor does the response; only token counts do', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    await translate()
    expect(info).toHaveBeenCalledWith(
      expect.objectContaining({ counted: 'model', what: 'translation', inputTokens: 100, outputTokens: 50 }),
    )
    const logged = JSON.stringify(info.mock.calls)
    expect(logged).not.toMatch(/bicycle|자전거|subtitle/)
  })
})
