import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Cloud, startCloud } from '../../../local/cloud.ts'
import { inlineFunction, type WrittenApp, writeApp } from '../../../packages/local-aws/test/support/written-assembly.ts'
import { exampleSettings } from '../../support/example-settings.ts'
import { silentEngines } from '../silent-engines.ts'

const RANDOM = 'A1b2C3d4E5f6G7h8I9j0K1l2'
const TEST_KEYS = { TOSS_CLIENT_KEY: `test_ck_${RANDOM}`, SECRET_TOSS: `test_sk_${RANDOM}` }

const answer = z.object({ api: z.string() })

/** A function that returns the Toss URL from its environment. */
const TELLING = 'exports.handler = async () => ({ api: process.env.TOSS_API_URL })'

describe('the application with keys of Toss’s test environment', () => {
  let app: WrittenApp
  const open: Cloud[] = []

  beforeAll(async () => {
    const properties = { Environment: { Variables: { TOSS_API_URL: 'https://api.tosspayments.com' } } }
    app = await writeApp({ App: { Resources: inlineFunction('Payment', TELLING, { properties }) } })
  })
  afterAll(async () => {
    for (const cloud of open) await cloud.stop()
    await rm(app.folder, { recursive: true, force: true })
  })

  async function started(keys: Record<string, string | undefined>): Promise<{ cloud: Cloud; api: string }> {
    const env = { ...exampleSettings(), ...keys }
    const { assembly, data } = app
    const cloud = await startCloud({
      assembly,
      folder: `${data}-${open.length}`,
      port: 0,
      env,
      engines: silentEngines,
      quiet: true,
      schedules: false,
    })
    open.push(cloud)
    return { cloud, api: answer.parse(await cloud.invoke('Payment', {})).api }
  }

  it('calls Toss itself and logs that', async () => {
    const { cloud, api } = await started(TEST_KEYS)
    expect(api).toBe('https://api.tosspayments.com')
    expect(cloud.logs().join('\n')).toContain('test environment of Toss Payments')
  })

  it('keeps the stand-in if a key is missing or is a live one', async () => {
    for (const keys of [
      {},
      { TOSS_CLIENT_KEY: TEST_KEYS.TOSS_CLIENT_KEY },
      { TOSS_CLIENT_KEY: `live_ck_${RANDOM}`, SECRET_TOSS: `live_sk_${RANDOM}` },
    ]) {
      const { cloud, api } = await started(keys)
      expect(api).toBe(`${cloud.awsUrl}/toss`)
    }
  })
})
