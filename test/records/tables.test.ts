import { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { Tables } from '../../lib/tables.ts'
import { KEYS_ONLY, TABLE_KEYS } from '../support/tables.ts'

const keySchema = z.array(z.object({ AttributeName: z.string() }))
const table = z.object({
  Properties: z.object({
    AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
    KeySchema: keySchema,
    GlobalSecondaryIndexes: z
      .array(
        z.object({
          IndexName: z.string(),
          KeySchema: keySchema,
          Projection: z.object({ ProjectionType: z.string() }),
        }),
      )
      .default([]),
  }),
})

it('the tables of the tests have the keys and indexes of the template', () => {
  // CDK's rules have a test of their own (test/lib/nag.test.ts), and loading them takes ten seconds of CPU.
  const stack = new Stack(new App({ builtinCloudFormationValidation: false }), 'Data', {
    env: { region: 'ap-northeast-2' },
  })
  new Tables(stack, 'Tables')
  const templates = Template.fromStack(stack).findResources('AWS::DynamoDB::GlobalTable')
  for (const [name, expected] of Object.entries(TABLE_KEYS)) {
    const id = Object.keys(templates).find(logicalId => logicalId.toLowerCase().startsWith(`tables${name}`))
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } = table.parse(templates[id ?? '']).Properties
    const typeOf = (attribute: string) =>
      AttributeDefinitions.find(({ AttributeName }) => AttributeName === attribute)?.AttributeType
    const keys = (schema: z.infer<typeof keySchema>) =>
      Object.fromEntries(schema.map(({ AttributeName }) => [AttributeName, typeOf(AttributeName)]))
    for (const { IndexName, Projection } of GlobalSecondaryIndexes)
      expect(Projection.ProjectionType === 'KEYS_ONLY', IndexName).toBe(KEYS_ONLY.includes(`${name}.${IndexName}`))
    const indexes = GlobalSecondaryIndexes.map(index => [index.IndexName, keys(index.KeySchema)])
    expect({ table: keys(KeySchema), ...Object.fromEntries(indexes) }, name).toEqual(expected)
  }
  expect(Object.keys(templates)).toHaveLength(Object.keys(TABLE_KEYS).length)
})
