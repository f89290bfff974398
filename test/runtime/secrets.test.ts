import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSecrets } from '#local-aws/aws/secrets.ts'
import { secretReader, splitKeys } from '../../lambdas/runtime/secrets.ts'
import { secretFetcher } from '../../lambdas/runtime/secrets-client.ts'
import { startCloud, type TestCloud } from '../../packages/local-aws/test/support/endpoint.ts'

let cloud: TestCloud
const values: Record<string, string> = {}

beforeEach(async () => {
  cloud = await startCloud({ services: { secretsmanager: createSecrets(values) } })
})
afterEach(() => cloud.close())

describe('a secret', () => {
  it('is read without the line feed that a file or a terminal left', async () => {
    values['jamak/toss'] = 'test_sk_1\r\n'
    const read = secretReader(secretFetcher(new SecretsManagerClient(cloud.client())), () => 0)
    expect(await read('jamak/toss')).toBe('test_sk_1')
  })

  it('that contains only a line feed counts as empty', async () => {
    values['jamak/toss'] = '\n'
    const read = secretReader(secretFetcher(new SecretsManagerClient(cloud.client())), () => 0)
    await expect(read('jamak/toss')).rejects.toThrow('jamak/toss is empty')
  })

  it('takes effect five minutes after it was rotated', async () => {
    values['jamak/toss'] = 'old'
    let now = 0
    const read = secretReader(secretFetcher(new SecretsManagerClient(cloud.client())), () => now)
    await read('jamak/toss')
    values['jamak/toss'] = 'new'
    now = 5 * 60 * 1000 - 1
    expect(await read('jamak/toss')).toBe('old')
    now += 1
    expect(await read('jamak/toss')).toBe('new')
  })
})

describe('keys under rotation', () => {
  it('are one per line, the current one first', () => {
    expect(splitKeys('only')).toEqual({ current: 'only', former: undefined })
    expect(splitKeys('new\nold')).toEqual({ current: 'new', former: 'old' })
    expect(splitKeys('new\r\nold\r\n')).toEqual({ current: 'new', former: 'old' })
  })
})
