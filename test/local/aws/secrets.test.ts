import { GetSecretValueCommand, ListSecretsCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSecrets, secretArn } from '../../../local/aws/secrets.ts'
import { REGION, startCloud, type TestCloud } from '../aws.ts'

let cloud: TestCloud
let client: SecretsManagerClient

beforeEach(async () => {
  const secrets = createSecrets({ 'jamak/toss': 'test_sk_1', 'jamak/toss-webhook': 'other' })
  cloud = await startCloud({ services: { secretsmanager: secrets } })
  client = new SecretsManagerClient(cloud.client())
})
afterEach(() => cloud.close())

const read = async (SecretId: string) => (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString

it('a secret is read by its name, its ARN and its ARN without the suffix', async () => {
  const arn = secretArn('jamak/toss', REGION)
  expect(arn).toMatch(/:secret:jamak\/toss-[0-9a-f]{6}$/)
  for (const id of ['jamak/toss', arn, arn.replace(/-[0-9a-f]{6}$/, '')]) expect(await read(id)).toBe('test_sk_1')
  expect(await read(secretArn('jamak/toss-webhook', REGION))).toBe('other')
})

it('the role is asked for the secret by its whole ARN, however it was named', async () => {
  await read('jamak/toss')
  await read(secretArn('jamak/toss', REGION).replace(/-[0-9a-f]{6}$/, ''))
  for (const access of cloud.accesses)
    expect(access).toMatchObject({
      action: 'secretsmanager:GetSecretValue',
      resource: secretArn('jamak/toss', REGION),
    })
})

it.each([
  'jamak/missing',
  'toString',
  secretArn('jamak/missing', REGION),
  'arn:aws:secretsmanager:x:1:secret:jamak/toss-ffffff',
])('%s is said to be missing', async id => {
  await expect(read(id)).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
})

it('other operations are not there', async () => {
  await expect(client.send(new ListSecretsCommand({}))).rejects.toMatchObject({ name: 'UnknownOperationException' })
})
