import { TranslateClient, TranslateTextCommand } from '@aws-sdk/client-translate'
import { describe, expect, it, vi } from 'vitest'
import { createTranslate } from '../../../local/ai/translate.ts'
import { EngineError, type Formality, type TranslationEngine } from '../../../local/engines/engine.ts'
import { sdkSettings } from '../../support/sdk-wire.ts'

const korean: TranslationEngine = {
  hasRegisters: true,
  translate: async (texts: string[], formality: Formality) =>
    texts.map(text => `${text.length}자를 ${formality === 'FORMAL' ? '옮겼어요' : '옮겼어'}`),
}

function translate(input: Partial<ConstructorParameters<typeof TranslateTextCommand>[0]>, engine = korean) {
  const service = createTranslate({ engine })
  const client = new TranslateClient(sdkSettings(service))
  const send = () =>
    client.send(
      new TranslateTextCommand({ Text: 'Hello.', SourceLanguageCode: 'en', TargetLanguageCode: 'ko', ...input }),
    )
  return { service, send }
}

describe('the local TranslateText', () => {
  it('translates English into Korean and reports the languages', async () => {
    const answer = await translate({}).send()
    expect(answer).toMatchObject({
      TranslatedText: '6자를 옮겼어요',
      SourceLanguageCode: 'en',
      TargetLanguageCode: 'ko',
    })
  })

  it('returns 반말 if INFORMAL is requested, and reports it as applied', async () => {
    const answer = await translate({ Settings: { Formality: 'INFORMAL' } }).send()
    expect(answer.TranslatedText).toBe('6자를 옮겼어')
    expect(answer.AppliedSettings?.Formality).toBe('INFORMAL')
  })

  it('does not report a register that its engine lacks', async () => {
    const answer = await translate({ Settings: { Formality: 'INFORMAL' } }, { ...korean, hasRegisters: false }).send()
    expect(answer.AppliedSettings).toBeUndefined()
  })

  it('accepts a text of 10,000 bytes and refuses one byte more', async () => {
    await expect(translate({ Text: 'a'.repeat(10_000) }).send()).resolves.toBeDefined()
    await expect(translate({ Text: `${'가'.repeat(3333)}ab` }).send()).rejects.toMatchObject({
      name: 'TextSizeLimitExceededException',
      message: expect.stringContaining('10001 bytes'),
    })
  })

  it.each([
    ['ko', 'en'],
    ['en', 'ja'],
    ['en', 'en'],
  ])('refuses to translate from %s to %s', async (SourceLanguageCode, TargetLanguageCode) => {
    await expect(translate({ SourceLanguageCode, TargetLanguageCode }).send()).rejects.toMatchObject({
      name: 'UnsupportedLanguagePairException',
    })
  })

  it('refuses an empty text, and parameters that the service does not use by name', async () => {
    await expect(translate({ Text: '' }).send()).rejects.toMatchObject({ name: 'ValidationException' })
    await expect(translate({ TerminologyNames: ['names'] }).send()).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('TerminologyNames'),
    })
  })

  it('simulates as many throttling errors as requested, then works again', async () => {
    const { service, send } = translate({})
    service.failNext('ThrottlingException', 2)
    await expect(send()).rejects.toMatchObject({ name: 'ThrottlingException', $metadata: { httpStatusCode: 400 } })
    await expect(send()).rejects.toMatchObject({ name: 'ThrottlingException' })
    await expect(send()).resolves.toMatchObject({ TranslatedText: '6자를 옮겼어요' })
  })

  it('returns 500 if the engine fails, so that the SDK retries', async () => {
    vi.spyOn(console, 'error').mockImplementationOnce(() => {})
    const broken: TranslationEngine = {
      translate: () => Promise.reject(new EngineError('ENGINE_FAILED', 'The worker ended.')),
    }
    await expect(translate({}, broken).send()).rejects.toMatchObject({
      name: 'InternalServerException',
      $metadata: { httpStatusCode: 500 },
    })
  })

  it('is the only operation of the local Translate', async () => {
    const { service } = translate({})
    const answer = await service.handle({
      method: 'POST',
      url: new URL('http://127.0.0.1/'),
      headers: {},
      body: Buffer.from('{}'),
      service: 'translate',
      operation: 'StartTextTranslationJob',
      caller: 'caller',
    })
    expect(answer.status).toBe(400)
    expect(String(answer.body)).toContain('UnknownOperationException')
  })
})
