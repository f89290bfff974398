import { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { mapTables } from '../../lambdas/contract/tables.ts'
import { Tables } from '../../lib/tables.ts'

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

it('the template has every table of the contract with its keys and indexes', () => {
  // Validation has its own test (test/lib/nag.test.ts), and loading its rules takes ten seconds of CPU.
  const stack = new Stack(new App({ builtinCloudFormationValidation: false }), 'Data', {
    env: { region: 'ap-northeast-2' },
  })
  new Tables(stack, 'Tables')
  const templates = Template.fromStack(stack).findResources('AWS::DynamoDB::GlobalTable')
  const expected = mapTables(({ keys, indexes = {} }) => ({ keys, indexes }))
  for (const [name, { keys, indexes }] of Object.entries(expected)) {
    const id = Object.keys(templates).find(logicalId => logicalId.toLowerCase().startsWith(`tables${name}`))
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } = table.parse(templates[id ?? '']).Properties
    const typeOf = (attribute: string) =>
      AttributeDefinitions.find(({ AttributeName }) => AttributeName === attribute)?.AttributeType
    const keysOf = (schema: z.infer<typeof keySchema>) =>
      Object.fromEntries(schema.map(({ AttributeName }) => [AttributeName, typeOf(AttributeName)]))
    const found = GlobalSecondaryIndexes.map(({ IndexName, Projection, KeySchema }) => [
      IndexName,
      { keys: keysOf(KeySchema), ...(Projection.ProjectionType === 'KEYS_ONLY' && { keysOnly: true }) },
    ])
    expect({ keys: keysOf(KeySchema), indexes: Object.fromEntries(found) }, name).toEqual({ keys, indexes })
  }
  expect(Object.keys(templates)).toHaveLength(Object.keys(expected).length)
})
