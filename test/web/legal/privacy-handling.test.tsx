import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { SiteConfig } from '../../../lambdas/contract/site-config.ts'
import { parseGeography } from '../../../lib/bedrock-model.ts'
import { Abroad, Entrusted } from '../../../web/legal/privacy-handling.tsx'
import { sampleConfig } from '../../support/sample-data.ts'

const page = (processing: SiteConfig['processing']) => {
  const config = { ...sampleConfig, region: 'ap-northeast-2', processing }
  return renderToStaticMarkup(
    <>
      <Entrusted config={config} />
      <Abroad config={config} />
    </>,
  )
}

describe('the privacy policy', () => {
  it('names Transcribe and Translate where they work alone, and no language model', () => {
    const text = page({ optedOut: false })
    expect(text).toContain('Amazon Transcribe')
    expect(text).toContain('Amazon Translate')
    expect(text).not.toContain('Bedrock')
  })

  it('names the countries in which a cross-region profile may run the model, among the transfers abroad too', () => {
    const model = { geography: parseGeography('global.anthropic.claude-sonnet-4-5-20250929-v1:0') }
    const text = page({ model, optedOut: false })
    expect(text.match(/Amazon Bedrock이 있는 모든 나라/g)).toHaveLength(2)
  })

  it('keeps a model without a profile in the region of the deployment', () => {
    const text = page({ model: { geography: parseGeography('amazon.nova-lite-v1:0') }, optedOut: false })
    expect(text).toContain('Amazon Bedrock')
    expect(text).not.toContain('모든 나라')
  })

  it('lists no transfer abroad for what stays in Seoul', () => {
    const [, ...abroad] = page({ optedOut: true }).split('국외 이전')
    expect(abroad.join()).not.toContain('대한민국(서울)')
    expect(abroad.join()).not.toContain('Amazon')
    expect(abroad.join()).toContain('Google LLC')
  })

  it('says that Amazon may keep content, even abroad, until the account has opted out', () => {
    const text = page({ optedOut: false })
    expect(text).toContain('보관할 수 있고')
    expect(text).toContain('국외 이전: Amazon Web Services, Inc.의 Amazon Transcribe와 Amazon Translate')
    expect(page({ optedOut: true })).not.toContain('보관할 수 있고')
  })
})

describe('the countries of a model', () => {
  it.each([
    ['apac.anthropic.claude-3-5-sonnet-20240620-v1:0', 'apac'],
    ['us.amazon.nova-pro-v1:0', 'us'],
    ['amazon.nova-pro-v1:0', 'region'],
    ['arn:aws:bedrock:ap-northeast-2:1:application-inference-profile/x', 'global'],
  ])('follow from its id %s', (id, geography) => {
    expect(parseGeography(id)).toBe(geography)
  })
})
