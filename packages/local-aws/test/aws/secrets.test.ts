import { rm } from 'node:fs/promises'
import { GetSecretValueCommand, ListSecretsCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSecrets, secretArn, secretValues } from '../../src/aws/secrets.ts'
import { createResolver } from '../../src/template/resolve.ts'
import { REGION, startCloud, type TestCloud } from '../support/endpoint.ts'
import { loadWritten } from '../support/written-assembly.ts'

let cloud: TestCloud
let client: SecretsManagerClient

beforeEach(async () => {
  const secrets = createSecrets({ 'shop/payments': 'test_sk_1', 'shop/payments-webhook': 'other' })
  cloud = await startCloud({ services: { secretsmanager: secrets } })
  client = new SecretsManagerClient(cloud.client())
})
afterEach(() => cloud.close())

const read = async (SecretId: string) => (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString

it('a secret is found by its name, its ARN and its ARN without the suffix', async () => {
  const arn = secretArn('shop/payments', REGION)
  expect(arn).toMatch(/:secret:shop\/payments-[0-9a-f]{6}$/)
  for (const id of ['shop/payments', arn, arn.replace(/-[0-9a-f]{6}$/, '')]) expect(await read(id)).toBe('test_sk_1')
  expect(await read(secretArn('shop/payments-webhook', REGION))).toBe('other')
})

it('access to a secret is checked by its full ARN, however the request names it', async () => {
  await read('shop/payments')
  await read(secretArn('shop/payments', REGION).replace(/-[0-9a-f]{6}$/, ''))
  for (const access of cloud.accesses)
    expect(access).toMatchObject({
      action: 'secretsmanager:GetSecretValue',
      resource: secretArn('shop/payments', REGION),
    })
})

it('a missing secret is denied to a role whose pattern includes the suffix, as on AWS', async () => {
  const secrets = createSecrets({})
  const isAllowed = (_caller: string, { resource }: { resource: string }) =>
    /:secret:shop\/payments-.{6}$/.test(resource)
  const strict = await startCloud({ services: { secretsmanager: secrets }, isAllowed })
  const reader = new SecretsManagerClient(strict.client())
  await expect(reader.send(new GetSecretValueCommand({ SecretId: 'shop/payments' }))).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: expect.stringContaining('on resource: shop/payments because'),
  })
  await strict.close()
})

it.each([
  'shop/missing',
  'toString',
  secretArn('shop/missing', REGION),
  'arn:aws:secretsmanager:x:1:secret:shop/payments-ffffff',
])('the unknown secret %s is reported as missing', async id => {
  await expect(read(id)).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
})

it('an operation other than GetSecretValue is refused by name', async () => {
  await expect(client.send(new ListSecretsCommand({}))).rejects.toMatchObject({ name: 'UnknownOperationException' })
})

it('a secret named in a policy has the value of its variable and is missing without one', async () => {
  const arn = 'arn:aws:secretsmanager:ap-northeast-2:0:secret:shop/payments-key-??????'
  const Statement = [{ Action: 'secretsmanager:GetSecretValue', Resource: [arn, '*'] }]
  const policy = { Type: 'AWS::IAM::Policy', Properties: { Roles: [], PolicyDocument: { Statement } } }
  const assembly = await loadWritten({ App: { Resources: { policy } } })
  await rm(assembly.folder, { recursive: true, force: true })
  const values = (variables: Record<string, string>) => secretValues(assembly, createResolver(assembly), variables)
  expect(values({ SECRET_PAYMENTS_KEY: 'sk' })).toEqual({ 'shop/payments-key': 'sk' })
  expect(values({})).toEqual({})
})
