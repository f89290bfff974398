import { rm } from 'node:fs/promises'
import { afterEach, expect, it } from 'vitest'
import { secretValues } from '../../../local/aws/secret-values.ts'
import { openInstallation } from '../../../local/machine/installation.ts'
import { createResolver } from '../../../local/template/resolve.ts'
import { loadWritten, type WrittenStack } from '../written-assembly.ts'

let folder = ''
afterEach(() => rm(folder, { recursive: true, force: true }))

async function values(stack: WrittenStack, variables: Record<string, string>) {
  const assembly = await loadWritten({ App: stack })
  folder = assembly.folder
  const installation = await openInstallation(assembly.data)
  return secretValues(assembly, createResolver(assembly), installation, variables)
}
const policy = (Resource: unknown) => ({
  Resources: {
    P: {
      Type: 'AWS::IAM::Policy',
      Properties: { Roles: [], PolicyDocument: { Statement: [{ Action: 'secretsmanager:GetSecretValue', Resource }] } },
    },
  },
})

it('a secret that a policy names has the value of its variable', async () => {
  const arn = 'arn:aws:secretsmanager:ap-northeast-2:0:secret:jamak/toss-key-??????'
  expect(await values(policy(arn), { SECRET_TOSS_KEY: 'sk' })).toEqual({ 'jamak/toss-key': 'sk' })
  expect(await values(policy([arn, '*']), {})).toEqual({})
})

it('a secret that CloudFormation would generate is made once an installation', async () => {
  const Resources = {
    Made: { Type: 'AWS::SecretsManager::Secret', Properties: { Name: 'a/made', GenerateSecretString: {} } },
    Given: { Type: 'AWS::SecretsManager::Secret', Properties: { Name: 'a/given', GenerateSecretString: {} } },
  }
  const found = await values({ Resources }, { SECRET_GIVEN: 'mine' })
  expect(found).toEqual({ 'a/made': expect.stringMatching(/^[\w-]{40,}$/), 'a/given': 'mine' })
})
