import { describe, expect, it } from 'vitest'
import { siteConfig } from '../../../lambdas/contract/site-config.ts'
import { isSiteConfig } from '../../../web/shared/config.ts'
import { sampleConfig } from '../../support/sample-data.ts'

const FULL = {
  ...sampleConfig,
  tossScriptUrl: 'http://127.0.0.1/v1/payment-widget',
  processing: { optedOut: true, model: { geography: 'apac' } },
  engines: { speech: 'a', translation: 'b' },
}

/** Copies of a value in which one property, at any depth, is missing or has another type. */
function damaged(value: object): object[] {
  return Object.entries(value).flatMap(([name, each]) => [
    Object.fromEntries(Object.entries(value).filter(([other]) => other !== name)),
    ...[undefined, null, 12, [{}], {}].map(wrong => ({ ...value, [name]: wrong })),
    ...(typeof each === 'object' && each !== null && !Array.isArray(each)
      ? damaged(each).map(inner => ({ ...value, [name]: inner }))
      : []),
  ])
}

describe('the page’s check of its settings', () => {
  it('agrees with the contract’s schema on every damaged file', () => {
    const files = [sampleConfig, FULL, null, 'text', [], {}, ...damaged(sampleConfig), ...damaged(FULL)]
    for (const file of files) expect(isSiteConfig(file), JSON.stringify(file)).toBe(siteConfig.safeParse(file).success)
    expect(files.filter(isSiteConfig).length).toBeGreaterThan(3)
  })
})
