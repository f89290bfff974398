import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { Template } from 'aws-cdk-lib/assertions'
import { buildSync } from 'esbuild'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { createEnvironment } from '#local-aws/lambda/environment.ts'
import { lambdaLine } from '#local-aws/lambda/lambda-console.ts'
import { TABLE_NAMES, TABLES } from '../../lambdas/contract/tables.ts'
import { logCounted } from '../../lambdas/runtime/log.ts'
import { bedrock } from '../../lambdas/translation/bedrock.ts'
import { type Listening, listen } from '../../packages/local-aws/test/support/listen.ts'
import { filterPattern } from '../support/filter-pattern.ts'
import { logMetrics } from '../support/log-metrics.ts'
import { sampleApp } from '../support/synthesized.ts'
import { modelOf, request } from '../translation/talk.ts'

const KEY = '20260731090000'
const metricsOf = logMetrics(Template.fromStack(sampleApp().site))

let folder = ''
let refusing: Listening
/** Runs a handler's own bundle under Lambda's log format JSON, against an AWS that refuses everything. */
async function linesOf(handler: string, event: object): Promise<string[]> {
  const name = handler.replace('/', '-')
  if (!existsSync(join(folder, name)))
    buildSync({
      entryPoints: { [`${name}/index`]: join(import.meta.dirname, '../../lambdas', `${handler}.handler.ts`) },
      outdir: folder,
      outExtension: { '.js': '.cjs' },
      bundle: true,
      platform: 'node',
      target: 'node24',
      format: 'cjs',
      mainFields: ['module', 'main'],
      logLevel: 'error',
    })
  const lines: string[] = []
  const environment = createEnvironment({
    logicalId: name,
    name,
    arn: `arn:aws:lambda:ap-northeast-2:000000000000:function:${name}`,
    folder: join(folder, name),
    handler: 'index.handler',
    timeoutSeconds: 20,
    memory: 128,
    logsJson: true,
    environment: { ...SETTINGS, AWS_ENDPOINT_URL: refusing.url },
    log: line => lines.push(line),
  })
  await environment.invoke('11111111-2222-3333-4444-555555555555', JSON.stringify(event))
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  await environment.stop()
  return lines
}

const SETTINGS = {
  ...Object.fromEntries(TABLE_NAMES.map(name => [TABLES[name].variable, name])),
  MEDIA_BUCKET: 'media',
  SITE_URL: 'https://jamak.example',
  EMAIL_SENDER: 'no-reply@jamak.example',
  OPERATOR_EMAIL: 'operator@jamak.example',
  TOSS_SECRET: 'jamak/toss',
  TOSS_API_URL: 'http://127.0.0.1:1',
  AWS_REGION: 'ap-northeast-2',
  AWS_ACCESS_KEY_ID: 'x',
  AWS_SECRET_ACCESS_KEY: 'x',
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jamak-lines-'))
  refusing = await listen(async (received, answer) => {
    received.resume()
    answer.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' })
    answer.end(JSON.stringify({ __type: 'AccessDeniedException', message: 'email no-reply is not allowed' }))
  })
})
afterAll(async () => {
  await refusing.close()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(() => vi.restoreAllMocks())

const wrapped = z.looseObject({ level: z.string(), requestId: z.string(), message: z.looseObject({}) })

describe('a log line under Lambda’s JSON format', () => {
  it('is an object next to Lambda’s level and request id, and names the entry', async () => {
    const [line = ''] = await linesOf('email/notify', { uid: 'u', key: KEY, kind: 'done' })
    expect(wrapped.parse(JSON.parse(line))).toMatchObject({
      level: 'ERROR',
      requestId: '11111111-2222-3333-4444-555555555555',
      message: { topic: 'email', key: KEY, entry: `u-${KEY}`, error: { name: 'AccessDeniedException' } },
    })
  })

  it('about an email counts for the alarm about emails', async () => {
    const lines = await linesOf('email/notify', { uid: 'u', key: KEY, kind: 'received' })
    expect(metricsOf('email/notify', lines)).toEqual([{ metric: 'EmailErrors', value: 1, dimensions: {} }])
  })

  it('about a payment counts only for the alarm about payments, even if it contains the word email', async () => {
    const lines = await linesOf('payment/payment', {
      version: '2.0',
      routeKey: 'GET /api/payments',
      headers: { authorization: 'Bearer t' },
      requestContext: { requestId: 'of-the-api', authorizer: { jwt: { claims: { sub: 'u', username: 'Google_1' } } } },
    })
    expect(lines.join()).toContain('email')
    expect(wrapped.parse(JSON.parse(lines[0] ?? '')).message).toMatchObject({ topic: 'request', request: 'of-the-api' })
    expect(metricsOf('payment/payment', lines)).toEqual([{ metric: 'PaymentErrors', value: 1, dimensions: {} }])
  })
})

/** What this process logs meanwhile, as Lambda would write it. */
async function logged(work: () => unknown): Promise<string[]> {
  const lines: string[] = []
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...parameters: unknown[]) => {
      lines.push(lambdaLine(level.toUpperCase(), 'r', new Date(0), parameters))
    })
  await work()
  return lines
}

describe('metrics from log lines', () => {
  it('a failing model counts for the model’s alarm', async () => {
    const client = new BedrockRuntimeClient({
      endpoint: refusing.url,
      requestHandler: new NodeHttpHandler(),
      region: 'ap-northeast-2',
      credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    })
    const lines = await logged(() =>
      bedrock(modelOf(client))
        .translate(request())
        .catch(() => undefined),
    )
    expect(metricsOf('translation/translate-batch', lines)).toEqual([
      { metric: 'ModelErrors', value: 1, dimensions: {} },
    ])
  })

  it('add up tokens and won of purchases, and transcribed minutes', async () => {
    const sale = await logged(() => logCounted('purchase', 'payment', 'tokens sold', { tokens: 210, won: 10_000 }))
    for (const handler of ['payment/payment', 'payment/reconcile'])
      expect(metricsOf(handler, sale)).toEqual([
        { metric: 'TokensSold', value: 210, dimensions: {} },
        { metric: 'WonSold', value: 10_000, dimensions: {} },
      ])
    vi.restoreAllMocks()
    const heard = await logged(() => logCounted('recognition', 'video', 'sound heard', { minutes: 12.5 }))
    expect(metricsOf('transcription/read-transcript', heard)).toEqual([
      { metric: 'MinutesHeard', value: 12.5, dimensions: {} },
    ])
  })

  it('add up the tokens of a model, of its brief and of its translations', async () => {
    const lines = await logged(() =>
      logCounted('model', 'model', 'the model answered', { what: 'brief', inputTokens: 900, outputTokens: 70 }),
    )
    for (const handler of ['translation/write-brief', 'translation/translate-batch'])
      expect(metricsOf(handler, lines)).toEqual([
        { metric: 'ModelTokensRead', value: 900, dimensions: {} },
        { metric: 'ModelTokensWritten', value: 70, dimensions: {} },
      ])
  })

  it('add up the sentences of translations, with those to check and those of the plain translator', async () => {
    const lines = await logged(() =>
      logCounted('translation', 'video', 'batch translated', { sentences: 18, flagged: 2, steppedIn: 1 }),
    )
    expect(metricsOf('translation/translate-batch', lines)).toEqual([
      { metric: 'Sentences', value: 18, dimensions: {} },
      { metric: 'SentencesFlagged', value: 2, dimensions: {} },
      { metric: 'SentencesPlain', value: 1, dimensions: {} },
    ])
  })

  it('add up words and their confidence', async () => {
    const lines = await logged(() =>
      logCounted('words', 'video', 'words transcribed', { words: 1500, confidence: 1410.25 }),
    )
    expect(metricsOf('transcription/read-transcript', lines)).toEqual([
      { metric: 'Words', value: 1500, dimensions: {} },
      { metric: 'WordConfidence', value: 1410.25, dimensions: {} },
    ])
  })

  it('distinguish refunds by their cause', async () => {
    const lines = await logged(() =>
      logCounted('refund', 'video', 'entry refunded', { failure: 'NO_SPEECH', tokens: 3 }),
    )
    expect(metricsOf('closing/refund', lines)).toEqual([
      { metric: 'Refunds', value: 1, dimensions: { failure: 'NO_SPEECH' } },
    ])
  })
})

describe('the evaluator of filter patterns', () => {
  it.each([
    ['{ $.level = "ERROR" }', true],
    ['{ $.level = "ERR*" }', true],
    ['{ $.level = "WARN" || $.message.topic = "email" }', true],
    ['{ ($.level = "ERROR") && ($.message.topic = "payment") }', false],
    ['{ $.message.missing = "*" }', false],
  ])('reads %s', (pattern, matches) => {
    expect(filterPattern(pattern)({ level: 'ERROR', message: { topic: 'email' } })).toBe(matches)
  })

  it('refuses patterns that it does not support', () => {
    expect(() => filterPattern('{ $.level != "ERROR" }')).toThrow('unknown')
    expect(() => filterPattern('ERROR')).toThrow('not a JSON pattern')
  })
})
