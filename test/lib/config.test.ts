import { describe, expect, it } from 'vitest'
import { readConfig } from '../../lib/config.ts'
import { exampleSettings } from '../support/example-settings.ts'
import { production } from './production.ts'

const faultsOf = (settings: Record<string, string>) => {
  try {
    readConfig({ ...exampleSettings(), ...settings })
    return ''
  } catch (error) {
    return String(error)
  }
}

describe('deploy settings', () => {
  it('accept the example file as a complete configuration', () => {
    const config = readConfig(exampleSettings())
    expect(config.providers.map(({ name }) => name)).toEqual(['Google', 'Kakao'])
    expect(config.region).toBe('ap-northeast-2')
    expect(config.testPay).toBe(false)
  })

  it('every faulty variable is named at once', () => {
    const faults = faultsOf({
      EMAIL_SENDER: 'nobody',
      RESERVED_CONCURRENCY: 'many',
      GLOSSARY: '{"a":1}',
      YOUTUBE_FETCH: 'maybe',
    })
    for (const name of ['EMAIL_SENDER', 'RESERVED_CONCURRENCY', 'GLOSSARY', 'YOUTUBE_FETCH'])
      expect(faults).toContain(name)
  })

  it('at least one social provider is needed', () => {
    const none = { GOOGLE_CLIENT_ID: '', GOOGLE_SECRET_NAME: '', KAKAO_CLIENT_ID: '', KAKAO_SECRET_NAME: '' }
    expect(faultsOf(none)).toContain('at least one social provider')
  })

  it('a provider without the name of its secret is refused', () => {
    expect(faultsOf({ KAKAO_SECRET_NAME: '' })).toContain('KAKAO_CLIENT_ID, KAKAO_SECRET_NAME')
  })

  it('the test pay button cannot be on in production', () => {
    expect(faultsOf({ ...production, TEST_PAY: 'on' })).toContain('TEST_PAY')
    expect(faultsOf({ ...production, TEST_PAY: 'off' })).toBe('')
  })

  it('production needs a budget', () => {
    expect(faultsOf({ ...production, BUDGET_USD: '' })).toContain('BUDGET_USD: production needs a monthly budget')
  })

  it('production refuses a test key of Toss', () => {
    expect(faultsOf({ ...production, TOSS_CLIENT_KEY: 'test_ck_x' })).toContain('TOSS_CLIENT_KEY')
  })

  it('production refuses a placeholder company and a placeholder email domain', () => {
    const example = exampleSettings()
    for (const name of Object.keys(example).filter(each => /^COMPANY_(?!HOSTING)|^EMAIL_SENDER$/.test(each)))
      expect(faultsOf({ ...production, [name]: example[name] ?? '' })).toContain(`${name}: still `)
  })

  it('production refuses the client ids and the sign-in domain of the example', () => {
    const example = exampleSettings()
    for (const name of ['GOOGLE_CLIENT_ID', 'KAKAO_CLIENT_ID', 'SIGN_IN_DOMAIN_PREFIX']) {
      const faults = faultsOf({ ...production, [name]: example[name] ?? '' })
      expect(faults).toContain(`${name}: still the value of .env.example`)
    }
  })

  it('names that AWS refuses are refused before deployment', () => {
    expect(faultsOf({ SIGN_IN_DOMAIN_PREFIX: 'jamak-cognito' })).toContain('SIGN_IN_DOMAIN_PREFIX')
    expect(faultsOf({ DOMAIN_NAME: 'https://jamak.kr/' })).toContain('DOMAIN_NAME')
    const oidc = { OIDC_CLIENT_ID: 'x', OIDC_SECRET_NAME: 'jamak/oidc' }
    const faults = faultsOf({ ...oidc, OIDC_NAME: 'My_Login', OIDC_ISSUER: 'http://login.example' })
    for (const name of ['OIDC_NAME', 'OIDC_ISSUER']) expect(faults).toContain(`${name}: `)
  })

  it('a certificate outside of us-east-1 is refused, because CloudFront cannot use it', () => {
    const arn = 'arn:aws:acm:ap-northeast-2:123456789012:certificate/x'
    expect(faultsOf({ DOMAIN_NAME: 'jamak.kr', CERTIFICATE_ARN: arn })).toContain('us-east-1')
  })

  it('a glossary that would not fit into the environment of a function is refused', () => {
    const terms = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`term ${index}`, '번역한 낱말']))
    expect(faultsOf({ GLOSSARY: JSON.stringify(terms) })).toContain('GLOSSARY')
  })

  it('fetching from YouTube needs a yt-dlp layer, except on this machine', () => {
    expect(faultsOf({ YOUTUBE_FETCH: 'on' })).toContain('YT_DLP_LAYER')
    expect(faultsOf({ YOUTUBE_FETCH: 'on', YT_DLP_LAYER: 'layers/yt-dlp' })).toBe('')
    expect(faultsOf({ YOUTUBE_FETCH: 'on', DEPLOYMENT: 'local' })).toBe('')
  })

  it.each([
    ['ap-northeast-2', 'global.'],
    ['ap-northeast-1', 'jp.'],
    ['ap-southeast-2', 'au.'],
    ['us-west-2', 'us.'],
    ['eu-central-1', 'eu.'],
  ])('the language model without an id is the default of the region %s', (region, profile) => {
    const config = readConfig({ ...exampleSettings(), TRANSLATOR: 'bedrock', AWS_REGION_NAME: region })
    expect(config.bedrockModelId).toMatch(new RegExp(`^${RegExp.escape(profile)}anthropic\\.`))
  })

  it('a model id alone makes it the translator, and nothing makes Amazon Translate one', () => {
    const withModel = (more: object) => readConfig({ ...exampleSettings(), BEDROCK_MODEL_ID: 'a-model', ...more })
    expect(withModel({})).toMatchObject({ translator: 'bedrock', bedrockModelId: 'a-model', secondLook: 'on' })
    expect(withModel({ TRANSLATOR: 'amazon-translate' }).translator).toBe('amazon-translate')
    expect(readConfig(exampleSettings()).translator).toBe('amazon-translate')
  })

  it.each<[string, object, string | undefined]>([
    ['Nova Lite for Claude in Seoul', {}, 'apac.amazon.nova-lite-v1:0'],
    ['Nova Lite in Europe', { AWS_REGION_NAME: 'eu-central-1' }, 'eu.amazon.nova-lite-v1:0'],
    ['Claude for Nova', { BEDROCK_MODEL_ID: 'apac.amazon.nova-pro-v1:0' }, 'global.anthropic.claude-haiku-5-5'],
    ['none if empty', { MEANING_CHECK_MODEL: '' }, undefined],
    ['the chosen one', { MEANING_CHECK_MODEL: 'mistral.x' }, 'mistral.x'],
    ['none for a model server', { BEDROCK_MODEL_ID: 'local.qwen' }, undefined],
    ['none for Amazon Translate', { TRANSLATOR: 'amazon-translate' }, undefined],
    ['none where no profile is known', { AWS_REGION_NAME: 'sa-east-1' }, undefined],
  ])('the model that checks the meaning is %s', (_, changes, model) => {
    const settings = { ...exampleSettings(), TRANSLATOR: 'bedrock', ...changes }
    expect(readConfig(settings).checkingModel).toBe(model)
  })

  it('reject a model of the translator’s family for the check of the meaning', () => {
    const same = { TRANSLATOR: 'bedrock', MEANING_CHECK_MODEL: 'apac.anthropic.claude-x' }
    expect(faultsOf(same)).toContain('MEANING_CHECK_MODEL')
  })

  it('recordings are transcribed in parts from 30 minutes on, from another length, or never, as on this machine', () => {
    const partsFrom = (changes: object) => readConfig({ ...exampleSettings(), ...changes }).partsFromMinutes
    expect(partsFrom({ DEPLOYMENT: 'development' })).toBe(30)
    expect(partsFrom({ DEPLOYMENT: 'local' })).toBe(0)
    expect(partsFrom({ DEPLOYMENT: 'local', PARTS_FROM_MINUTES: '20' })).toBe(20)
    expect(partsFrom({ DEPLOYMENT: 'development', PARTS_FROM_MINUTES: '0' })).toBe(0)
    expect(faultsOf({ PARTS_FROM_MINUTES: '5' })).toContain('PARTS_FROM_MINUTES')
  })

  it('the language model offers separate registers', () => {
    const config = readConfig({ ...exampleSettings(), TRANSLATOR: 'bedrock', BEDROCK_MODEL_ID: 'a-model' })
    expect(config.registers).toEqual(['polite', 'haeyo', 'hapnida', 'banmal'])
  })
})
