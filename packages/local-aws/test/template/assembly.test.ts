import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { typesNotRun } from '../../src/template/index.ts'
import { loadWritten } from '../support/written-assembly.ts'

it('each type that has no effect on this machine is listed once', async () => {
  const types = [
    'AWS::CloudWatch::Alarm',
    'AWS::CloudWatch::Alarm',
    'AWS::SNS::Topic',
    'AWS::S3::Bucket',
    'AWS::IAM::Role',
    'AWS::Lambda::Permission',
  ]
  const Resources = Object.fromEntries(types.map((Type, index) => [`R${index}`, { Type }]))
  const assembly = await loadWritten({ App: { Resources } })
  expect(typesNotRun(assembly)).toEqual(['AWS::CloudWatch::Alarm', 'AWS::SNS::Topic'])
  await rm(assembly.folder, { recursive: true, force: true })
})
