import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { AwsRequest, AwsResponse } from '#local-aws/aws/service.ts'
import { meaningCheck } from '../../lambdas/translation/check-meaning.ts'
import { translateFaithfully } from '../../lambdas/translation/faithful.ts'
import { sdkSettings } from '../support/sdk-wire.ts'
import { KOREAN, modelOf, task, told } from './talk.ts'

let sent: string[]
let due: AwsResponse

beforeEach(() => {
  sent = []
  for (const method of ['info', 'warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => undefined)
})

const client = new BedrockRuntimeClient(
  sdkSettings({
    accessOf: () => [],
    async handle({ body }: AwsRequest) {
      sent.push(body.toString())
      return due
    },
  }),
)
const reported = (input: unknown): AwsResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    output: {
      message: { role: 'assistant', content: [{ toolUse: { toolUseId: 't', name: 'report_differences', input } }] },
    },
    stopReason: 'tool_use',
    usage: { inputTokens: 100, outputTokens: 5, totalTokens: 105 },
    metrics: { latencyMs: 10 },
  }),
})
const translated = () => {
  const main = told(true, () => KOREAN)
  const checkMeaning = meaningCheck(modelOf(client))
  return translateFaithfully({ main, plain: told(false, () => ({})), secondLook: false, checkMeaning }, task())
}
const problems = (file: Awaited<ReturnType<typeof translated>>) =>
  Object.fromEntries(Object.entries(file).map(([id, text]) => [id, text.problems]))

describe('the independent check of the meaning', () => {
  it('flags the sentences that it names and changes no text', async () => {
    due = reported({ different: ['s2', 's99', 4] })
    const file = await translated()
    expect(problems(file)).toEqual({ s1: [], s2: ['meaning'], s3: [], s4: [] })
    for (const [id, { korean }] of Object.entries(file)) expect(korean).toBe(KOREAN[id])
  })

  it('receives every sentence with its final Korean, once', async () => {
    due = reported({ different: [] })
    await translated()
    expect(sent).toHaveLength(1)
    const { messages } = z
      .object({ messages: z.array(z.object({ content: z.array(z.object({ text: z.string() })) })) })
      .parse(JSON.parse(sent[0] ?? ''))
    const { sentences } = z
      .object({ sentences: z.array(z.object({ id: z.string(), english: z.string(), korean: z.string() })) })
      .parse(JSON.parse(messages[0]?.content[0]?.text ?? ''))
    expect(sentences.map(({ id, korean }) => [id, korean])).toEqual(Object.entries(KOREAN))
  })

  it.each([
    ['is unavailable', { status: 403, headers: { 'x-amzn-errortype': 'AccessDeniedException' }, body: '{}' }],
    ['stays busy', { status: 429, headers: { 'x-amzn-errortype': 'ThrottlingException' }, body: '{}' }],
    ['returns another shape', reported({ different: 'all' })],
    ['returns nothing', reported('')],
  ])('flags nothing if its model %s', async (_, response) => {
    due = response
    expect(problems(await translated())).toEqual({ s1: [], s2: [], s3: [], s4: [] })
  })
})
