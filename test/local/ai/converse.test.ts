import { BedrockRuntimeClient, ConverseCommand, type ConverseCommandInput } from '@aws-sdk/client-bedrock-runtime'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bedrock } from '../../../lambdas/translation/bedrock.ts'
import { translateFaithfully } from '../../../lambdas/translation/faithful.ts'
import { type ConverseModel, createBedrock } from '../../../local/ai/converse/index.ts'
import { createRehearsalModel } from '../../../local/ai/converse/rehearsal-model.ts'
import { awsRequestOf, sdkSettings } from '../../support/sdk-wire.ts'
import { KOREAN, modelOf, noWaiting, request, task, told } from '../../translation/talk.ts'

const NOVA = 'apac.amazon.nova-lite-v1:0'
const SPEC = { toolSpec: { name: 'deliver', inputSchema: { json: { type: 'object' } } } }
const good = (change: Partial<ConverseCommandInput> = {}): ConverseCommandInput => ({
  modelId: NOVA,
  messages: [{ role: 'user', content: [{ text: 'Hello.' }] }],
  toolConfig: { tools: [SPEC], toolChoice: { tool: { name: 'deliver' } } },
  ...change,
})
const echo: ConverseModel = {
  answer: async () => ({
    content: [{ toolUse: { toolUseId: 't', name: 'deliver', input: { a: 1 } } }],
    stopReason: 'tool_use',
    inputTokens: 3,
    outputTokens: 2,
  }),
}
const clientOf = (service: ReturnType<typeof createBedrock>) => new BedrockRuntimeClient(sdkSettings(service))
const send = (input: ConverseCommandInput, service = createBedrock(echo)) =>
  clientOf(service).send(new ConverseCommand(input))

beforeEach(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
})

describe('the local Bedrock Converse', () => {
  it('returns the model’s tool call, its stop reason and its tokens', async () => {
    expect(await send(good())).toMatchObject({
      output: { message: { role: 'assistant', content: [{ toolUse: { name: 'deliver', input: { a: 1 } } }] } },
      stopReason: 'tool_use',
      usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 },
    })
  })

  it('calls another model for a model id that has one', async () => {
    const own: ConverseModel = { answer: async input => ({ ...(await echo.answer(input)), inputTokens: 99 }) }
    const service = createBedrock(echo, { 'local.gemma': own })
    expect((await send(good({ modelId: 'local.gemma' }), service)).usage?.inputTokens).toBe(99)
    expect((await send(good(), service)).usage?.inputTokens).toBe(3)
  })

  const cached = { content: [{ text: 'Hello.' }, { cachePoint: { type: 'default' as const } }, { text: 'Go.' }] }
  it.each<[string, Partial<ConverseCommandInput>, string]>([
    ['a blank text', { messages: [{ role: 'user', content: [{ text: ' ' }] }] }, 'ValidationException'],
    ['no message', { messages: [] }, 'ValidationException'],
    ['an answer first', { messages: [{ role: 'assistant', content: [{ text: 'Hi.' }] }] }, 'ValidationException'],
    [
      'a tool that is not there',
      { toolConfig: { tools: [SPEC], toolChoice: { tool: { name: 'other' } } } },
      'ValidationException',
    ],
    [
      'a tool with a name of other signs',
      { toolConfig: { tools: [{ toolSpec: { ...SPEC.toolSpec, name: 'a b' } }] } },
      'ValidationException',
    ],
    ['no tokens for the answer', { inferenceConfig: { maxTokens: 0 } }, 'ValidationException'],
    [
      'a parameter that the service does not send',
      { additionalModelRequestFields: { top_k: 5 } },
      'ValidationException',
    ],
    [
      'a forced tool for a model that chooses itself',
      { modelId: 'global.anthropic.claude-haiku-5-5' },
      'ValidationException',
    ],
    [
      'thinking turned off for a model that always thinks',
      {
        modelId: 'global.anthropic.claude-opus-5-5',
        toolConfig: { tools: [SPEC], toolChoice: { auto: {} } },
        additionalModelRequestFields: { thinking: { type: 'disabled' } },
      },
      'ValidationException',
    ],
    [
      'thinking turned off for a model that does not know the parameter',
      { additionalModelRequestFields: { thinking: { type: 'disabled' } } },
      'ValidationException',
    ],
    [
      'a strict tool for a model that Bedrock offers without structured outputs',
      {
        modelId: 'global.anthropic.claude-haiku-5-5',
        toolConfig: { tools: [{ toolSpec: { ...SPEC.toolSpec, strict: true } }], toolChoice: { auto: {} } },
      },
      'ValidationException',
    ],
    [
      'a sampling parameter for a model that chooses its own',
      {
        modelId: 'global.anthropic.claude-haiku-5-5',
        toolConfig: { tools: [SPEC], toolChoice: { auto: {} } },
        inferenceConfig: { temperature: 0 },
      },
      'ValidationException',
    ],
    ['a retired model', { modelId: 'apac.anthropic.claude-3-5-sonnet-20240620-v1:0' }, 'ResourceNotFoundException'],
    [
      'a cache point for a model without a cache',
      { modelId: 'meta.llama3-70b-instruct-v1:0', messages: [{ role: 'user', ...cached }] },
      'AccessDeniedException',
    ],
  ])('refuses %s', async (_, change, name) => {
    await expect(send(good(change))).rejects.toMatchObject({ name })
  })

  it('accepts a cache point for a model that has a cache', async () => {
    await expect(send(good({ messages: [{ role: 'user', ...cached }] }))).resolves.toBeDefined()
  })

  it('requires a grant for the profile and one for its model', () => {
    const sent = { method: 'POST', path: `/model/${encodeURIComponent(NOVA)}/converse` }
    const authorization = 'AWS4-HMAC-SHA256 Credential=x/20260101/ap-northeast-2/bedrock/aws4_request, x'
    const access = createBedrock(echo).accessOf(awsRequestOf({ ...sent, headers: { authorization } }))
    expect(access.map(({ resource }) => resource)).toEqual([
      `arn:aws:bedrock:ap-northeast-2:000000000000:inference-profile/${NOVA}`,
      'arn:aws:bedrock:ap-northeast-2::foundation-model/amazon.nova-lite-v1:0',
    ])
  })
})

describe('a failure of the model', () => {
  const translated = (service: ReturnType<typeof createBedrock>) =>
    translateFaithfully(
      {
        main: bedrock(modelOf(clientOf(service), noWaiting(2), NOVA)),
        plain: told(false, () => KOREAN),
        secondLook: true,
      },
      task(),
    )

  it.each<[string, (service: ReturnType<typeof createBedrock>) => void]>([
    ['throttles without end', service => service.failNext({ type: 'ThrottlingException', status: 429 }, 50)],
    ['is not ready', service => service.failNext({ type: 'ModelNotReadyException', status: 429 }, 50)],
    ['takes too long', service => service.failNext({ type: 'ModelTimeoutException', status: 408 }, 50)],
    ['is down', service => service.failNext('ServiceUnavailableException', 50)],
    ['is not granted', service => service.failNext({ type: 'AccessDeniedException', status: 403 }, 50)],
    ['is gone', service => service.failNext({ type: 'ResourceNotFoundException', status: 404 }, 50)],
    ['rejects every request', service => service.failNext('ValidationException', 50)],
    ['fails', service => service.failNext({ type: 'ModelErrorException', status: 424 }, 50)],
    ['is stopped by a guardrail', service => service.stopNext('guardrail_intervened', 50)],
    ['is stopped by a content filter', service => service.stopNext('content_filtered', 50)],
    ['is cut off', service => service.stopNext('max_tokens', 50)],
    ['ends in prose', service => service.stopNext('end_turn', 50)],
    ['writes a malformed call', service => service.stopNext('malformed_tool_use', 50)],
    ['answers in another shape', () => undefined],
  ])('ends in a finished batch that names the fallback, if it %s', async (_, fail) => {
    const service = createBedrock(echo)
    fail(service)
    const file = await translated(service)
    for (const [id, korean] of Object.entries(KOREAN))
      expect(file[id]).toEqual({ korean, problems: [], steppedIn: true })
  })

  it('that is temporary is retried', async () => {
    const service = createBedrock(createRehearsalModel({ translate: async texts => texts.map(() => '번역이에요.') }))
    service.failNext('ServiceUnavailableException', 1)
    const answers = await bedrock(modelOf(clientOf(service), noWaiting(2), NOVA)).translate(request())
    expect([...answers.keys()]).toEqual(['s1', 's2', 's3', 's4'])
  })
})

describe('the rehearsal model', () => {
  it('translates with the local engine in the requested register, and its review removes nothing', async () => {
    const engine = {
      translate: async (texts: string[], formality: string) => texts.map(text => `${formality} ${text} 번역`),
    }
    const service = createBedrock(createRehearsalModel(engine))
    const main = bedrock(modelOf(clientOf(service), noWaiting(), NOVA))
    expect((await main.translate(request({ register: 'banmal' }))).get('s1')).toMatch(/^INFORMAL The bicycle/)
    const faults = new Map([['s1', { korean: '자전거예요.', problems: [] }]])
    expect(await main.translate({ ...request(), look: 'review', faults })).toEqual(new Map())
  })
})
