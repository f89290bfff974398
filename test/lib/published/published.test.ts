import validateStateMachine from 'asl-validator'
import { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { sampleApp } from '../../support/synthesized.ts'
import { production } from '../production.ts'
import { arnsOf } from './arn.ts'
import { overlaps, statement, faultsOf as statementFaults } from './iam.ts'
import { faultsOf as resourceFaults } from './resource-specification.ts'

const resources = z.record(z.string(), z.looseObject({ Type: z.string(), Properties: z.looseObject({}).optional() }))
/** Settings that add stacks and resources. */
const EVERYTHING = { FIREWALL: 'on', TRANSLATOR: 'bedrock', BEDROCK_MODEL_ID: 'anthropic.claude-x-v1:0' }

const document = z.object({ Statement: z.array(statement) })
const partition = z.object({ Ref: z.literal('AWS::Partition') })
const joined = z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) })

describe.each([
  ['the example settings', {}],
  ['a production deployment with everything on', { ...production, ...EVERYTHING }],
])('the templates of %s conform to AWS’s published specifications:', (_, settings) => {
  let all: z.infer<typeof resources>

  beforeAll(() => {
    const app = sampleApp(settings)
    all = Object.assign(
      {},
      ...app.app.node.children
        .filter(Stack.isStack)
        .map(stack => resources.parse(Template.fromStack(stack).toJSON().Resources)),
    )
  })

  it('no resource has an unknown property or lacks a required one', () => {
    const faults = Object.entries(all).flatMap(([id, { Type, Properties }]) =>
      resourceFaults(Type, Properties).map(fault => `${id} ${fault}`),
    )
    expect(faults).toEqual([])
  })

  it('both state machines are valid Amazon States Language', () => {
    const machines = Object.values(all).filter(({ Type }) => Type === 'AWS::StepFunctions::StateMachine')
    expect(machines).toHaveLength(2)
    for (const { Properties } of machines) {
      const parts = joined.parse(Properties?.DefinitionString)['Fn::Join'][1]
      const text = parts.map(part => {
        if (typeof part === 'string') return part
        return partition.safeParse(part).success ? 'aws' : 'arn:aws:lambda:us-east-1:000000000000:function:f'
      })
      const { isValid, errors } = validateStateMachine(JSON.parse(text.join('')))
      expect({ isValid, errors }).toEqual({ isValid: true, errors: [] })
    }
  })

  it('every action and condition key of every policy exists and applies to its resource', async () => {
    const typeOf = (id: string) => Object.entries(all).find(([key]) => key === id || id.startsWith(key))?.[1].Type
    const policies = Object.entries(all).flatMap(([id, { Properties }]) =>
      policiesOf(Properties).map(policy => ({ id, policy })),
    )
    const arns = policies.flatMap(({ policy }) => policy.Statement.flatMap(each => arnsOf(each.Resource, typeOf)))
    expect(arns.filter(arn => arn.startsWith('arn:aws:') && !arn.startsWith('arn:aws:*')).length).toBeGreaterThan(100)
    const faults = await Promise.all(
      policies.flatMap(({ id, policy }) =>
        policy.Statement.map(async each =>
          (await statementFaults(each, arnsOf(each.Resource, typeOf))).map(fault => `${id}: ${fault}`),
        ),
      ),
    )
    expect(faults.flat()).toEqual([])
  })
})

/** Every policy document of a resource: its own, its trust policy and its inline policies. */
function policiesOf(properties: Record<string, unknown> = {}): z.output<typeof document>[] {
  const { PolicyDocument, AssumeRolePolicyDocument, Policies } = properties
  const inline = z.array(z.object({ PolicyDocument: z.unknown() })).safeParse(Policies).data ?? []
  return [PolicyDocument, AssumeRolePolicyDocument, ...inline.map(each => each.PolicyDocument)].flatMap(
    each => document.safeParse(each).data ?? [],
  )
}

describe('the checks themselves find', () => {
  it('a state that leads to a state that does not exist', () => {
    const States = { Begin: { Type: 'Pass', Next: 'Nowhere' }, End: { Type: 'Succeed' } }
    expect(validateStateMachine({ StartAt: 'Begin', States }).isValid).toBe(false)
  })

  it('an unknown and a missing property, also inside of others', () => {
    expect(
      resourceFaults('AWS::DynamoDB::GlobalTable', {
        KeySchema: [{ AttributeName: 'uid' }],
        Replicas: [{ Region: 'ap-northeast-2', DeletionProtected: true }],
        Colour: 'red',
      }),
    ).toEqual([
      'AWS::DynamoDB::GlobalTable.Colour: unknown property',
      'AWS::DynamoDB::GlobalTable.KeySchema[0].KeyType: missing',
      'AWS::DynamoDB::GlobalTable.Replicas[0].DeletionProtected: unknown property',
    ])
  })

  it('an action that does not exist, a foreign condition key and a resource of another kind', async () => {
    const allow = (Action: string, Condition = {}) =>
      statement.parse({ Effect: 'Allow', Action, Resource: '*', Condition })
    expect(await statementFaults(allow('dynamodb:ReadItem'), ['*'])).toEqual(['dynamodb:ReadItem: no such action'])
    expect(await statementFaults(allow('s3:GetObject'), ['arn:aws:s3:::bucket'])).toEqual([
      's3:GetObject: does not apply to arn:aws:s3:::bucket',
    ])
    expect(
      await statementFaults(allow('dynamodb:GetItem', { StringEquals: { 'ses:FromAddress': 'x' } }), ['*']),
    ).toEqual(['dynamodb:GetItem: unknown condition key ses:FromAddress'])
  })

  it('whether two ARN patterns can match the same resource', () => {
    expect(overlaps('arn:aws:s3:::*/*', 'arn:aws:s3:::*/videos/*')).toBe(true)
    expect(overlaps('arn:aws:s3:::bucket', 'arn:aws:s3:::*/videos/*')).toBe(false)
  })
})
