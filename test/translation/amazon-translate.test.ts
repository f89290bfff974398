import { TranslateClient } from '@aws-sdk/client-translate'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AwsResponse, jsonError, jsonResponse } from '#local-aws/aws/service.ts'
import { amazonTranslate } from '../../lambdas/translation/amazon-translate.ts'
import { sdkSettings } from '../support/sdk-wire.ts'
import { type Choices, noWaiting, request, sentenceOf } from './talk.ts'

interface Asked {
  Text: string
  SourceLanguageCode: string
  TargetLanguageCode: string
  Settings: { Formality: string }
}

let asked: Asked[]
/** Responses of the service, in order; afterwards, the `korean` of the text. */
let due: AwsResponse[]
let korean: (text: string) => string
let under: number
let mostUnder: number
let patience: ReturnType<typeof noWaiting>

beforeEach(() => {
  asked = []
  due = []
  korean = text => `번역 ${text}`
  under = 0
  mostUnder = 0
  patience = noWaiting()
})

const client = new TranslateClient(
  sdkSettings({
    accessOf: () => [],
    async handle({ operation, body }) {
      expect(operation).toBe('TranslateText')
      const input: Asked = JSON.parse(body.toString())
      asked.push(input)
      under += 1
      mostUnder = Math.max(mostUnder, under)
      await Promise.resolve()
      under -= 1
      return (
        due.shift() ??
        jsonResponse({ TranslatedText: korean(input.Text), SourceLanguageCode: 'en', TargetLanguageCode: 'ko' })
      )
    },
  }),
)
const translate = (choices?: Choices) => amazonTranslate(client, patience).translate(request(choices))
const one = (text: string, choices: Choices = {}) => translate({ sentences: [sentenceOf('s1', text)], ...choices })

describe('Amazon Translate', () => {
  it('gets one request per sentence, so that no text can move to another sentence', async () => {
    const answers = await translate()
    expect(asked.map(({ Text }) => Text)).toHaveLength(4)
    for (const { Text, SourceLanguageCode, TargetLanguageCode } of asked) {
      expect([SourceLanguageCode, TargetLanguageCode]).toEqual(['en', 'ko'])
      expect(Text.split('.')).toHaveLength(2)
    }
    expect(answers.get('s2')).toBe('번역 In 1817 a German inventor built a wooden frame.')
    expect([...answers.keys()].sort()).toEqual(['s1', 's2', 's3', 's4'])
  })

  it.each([
    ['polite', 'FORMAL'],
    ['haeyo', 'FORMAL'],
    ['hapnida', 'FORMAL'],
    ['banmal', 'INFORMAL'],
  ] as const)('translates the register %s as %s', async (register, formality) => {
    await one('Hello.', { register })
    expect(asked[0]?.Settings).toEqual({ Formality: formality })
  })

  it('whose formal style is 합니다체, is rewritten for a talk in 해요체 only', async () => {
    korean = () => '이건 자전거입니다. “지금 갑니다.” 그가 말했습니다.'
    expect((await one('A bike.', { register: 'haeyo' })).get('s1')).toBe(
      '이건 자전거예요. “지금 갑니다.” 그가 말했어요.',
    )
    for (const register of ['polite', 'hapnida', 'banmal'] as const)
      expect((await one('A bike.', { register })).get('s1')).toBe(korean(''))
  })

  it('gets at most four concurrent requests', async () => {
    await translate({ sentences: Array.from({ length: 30 }, (_, i) => sentenceOf(`s${i}`, `Sentence ${i}.`)) })
    expect(asked).toHaveLength(30)
    expect(mostUnder).toBeLessThanOrEqual(4)
  })

  it('gets long texts in requests of at most 10,000 bytes, split between words', async () => {
    const text = 'naïveté '.repeat(2500).trim()
    await one(text)
    expect(asked.length).toBeGreaterThan(1)
    for (const { Text } of asked) expect(Buffer.byteLength(Text)).toBeLessThanOrEqual(10_000)
    expect(asked.map(({ Text }) => Text).join('')).toBe(text)
  })

  it('is not called for an empty text', async () => {
    expect(await one(' ')).toEqual(new Map())
    expect(asked).toEqual([])
  })

  it.each([
    'ThrottlingException',
    'TooManyRequestsException',
    'ServiceUnavailableException',
    'InternalServerException',
  ])('is called again after %s, with growing waits', async error => {
    due = [
      jsonError(error.startsWith('T') ? 400 : 500, error, 'later'),
      jsonError(400, 'TooManyRequestsException', 'later'),
    ]
    expect((await one('Hello.')).get('s1')).toBe('번역 Hello.')
    expect(patience.waits).toEqual([500, 1000])
  })

  it('throws a lasting error under its own name, so that the step is retried', async () => {
    due = Array.from({ length: 4 }, () => jsonError(400, 'TooManyRequestsException', 'later'))
    await expect(one('Hello.')).rejects.toMatchObject({ name: 'TooManyRequestsException' })
    expect(asked).toHaveLength(4)
  })

  it('omits a text that the service rejects and translates the others', async () => {
    due = [jsonError(400, 'InvalidRequestException', 'no')]
    expect((await translate()).size).toBe(3)
  })

  it('does not retry rejected credentials', async () => {
    due = [jsonError(400, 'AccessDeniedException', 'no')]
    await expect(one('Hello.')).rejects.toMatchObject({ name: 'AccessDeniedException' })
    expect(patience.waits).toEqual([])
  })
})

describe('a glossary with Amazon Translate', () => {
  const glossary = { 'Jamak Studio': '자막 스튜디오', Jamak: '자막이' }

  it('is sent in Korean, longer terms first and whole words only', async () => {
    await one('At Jamak Studio we love jamak, not Jamakers.', { glossary })
    expect(asked[0]?.Text).toBe('At 자막 스튜디오 we love 자막이, not Jamakers.')
  })

  it('gets particles that match the Korean term', async () => {
    korean = () => '우리는 서울를 사랑하고 서울와 함께해요. 서울으로 와요.'
    const answers = await one('We love Hanyang.', { glossary: { Hanyang: '서울' } })
    expect(answers.get('s1')).toBe('우리는 서울을 사랑하고 서울과 함께해요. 서울로 와요.')
  })

  it('is dropped for a sentence whose translation loses a term', async () => {
    korean = text => (text.includes('자막이') ? '그것은 훌륭해요.' : '자막은 훌륭해요.')
    const answers = await one('Jamak is great.', { glossary })
    expect(asked.map(({ Text }) => Text)).toEqual(['자막이 is great.', 'Jamak is great.'])
    expect(answers.get('s1')).toBe('자막은 훌륭해요.')
  })
})

it('Amazon Translate’s undecided particles are decided', async () => {
  korean = () => '사과을(를) 먹어요.'
  expect((await one('I eat an apple.')).get('s1')).toBe('사과를 먹어요.')
})
