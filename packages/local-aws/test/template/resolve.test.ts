import { rm } from 'node:fs/promises'
import { afterEach, expect, it } from 'vitest'
import * as z from 'zod'
import { createResolver, UnresolvedError } from '../../src/template/resolve.ts'
import { loadWritten, type WrittenStack } from '../support/written-assembly.ts'

let folder = ''
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Resolves a value in the stack App. */
async function resolved(value: unknown, stack: WrittenStack = {}, others: Record<string, WrittenStack> = {}) {
  const assembly = await loadWritten({ App: stack, ...others })
  folder = assembly.folder
  return createResolver(assembly).resolve(value, { stack: 'App', logicalId: 'Test' })
}

const sub = (text: string) => text.replaceAll('%', '$')
const table = { Resources: { Things: { Type: 'AWS::DynamoDB::GlobalTable', Properties: { TableName: 'things' } } } }

it.each([
  ['a pseudo parameter', { Ref: 'AWS::Region' }, 'ap-northeast-2'],
  ['a join', { 'Fn::Join': ['-', ['a', { Ref: 'AWS::Partition' }, 1]] }, 'a-aws-1'],
  ['a substitution', { 'Fn::Sub': sub('%{AWS::AccountId}-%{AWS::Region}') }, '000000000000-ap-northeast-2'],
  ['a list with AWS::NoValue', [1, { Ref: 'AWS::NoValue' }, 2], [1, 2]],
  ['an object with AWS::NoValue', { a: { Ref: 'AWS::NoValue' }, b: 1 }, { b: 1 }],
])('%s is resolved', async (_, value, expected) => {
  expect(await resolved(value)).toEqual(expected)
})

it('Ref of a table returns its name, GetAtt its ARN', async () => {
  expect(await resolved({ Ref: 'Things' }, table)).toBe('things')
  expect(await resolved({ 'Fn::GetAtt': ['Things', 'Arn'] }, table)).toBe(
    'arn:aws:dynamodb:ap-northeast-2:000000000000:table/things',
  )
})

it('a value of another stack is imported by its export', async () => {
  const data = { ...table, Outputs: { Out: { Value: { Ref: 'Things' }, Export: { Name: 'Data:Things' } } } }
  expect(await resolved({ 'Fn::ImportValue': 'Data:Things' }, {}, { Data: data })).toBe('things')
})

it('the Condition of a policy statement is not resolved', async () => {
  const statement = { Condition: { StringEquals: { a: 'b' } } }
  expect(await resolved(statement)).toEqual(statement)
})

it.each([
  [{ 'Fn::If': ['IsLocal', 1, 2] }, 'App/Test: the intrinsic function Fn::If is not supported'],
  [{ 'Fn::Sub': ['text', { x: 'y' }] }, 'App/Test: this form of Fn::Sub is not supported'],
  [{ Ref: 'Missing' }, 'Missing'],
  [
    { 'Fn::GetAtt': ['Things', 'Colour'] },
    'App/Things: the attribute Colour of AWS::DynamoDB::GlobalTable is not supported',
  ],
  [{ 'Fn::ImportValue': 'nobody' }, 'nobody'],
])('%j, which cannot be resolved, is named in the error', async (value, named) => {
  await expect(resolved(value, table)).rejects.toThrow(UnresolvedError)
  await expect(resolved(value, table)).rejects.toThrow(named)
})

it('a property outside the schema is never resolved', async () => {
  const Properties = { TableName: 'things', Odd: { 'Fn::Unheard': [] } }
  const assembly = await loadWritten({ App: { Resources: { T: { Type: 'AWS::DynamoDB::GlobalTable', Properties } } } })
  folder = assembly.folder
  const resolver = createResolver(assembly)
  const [resource] = assembly.resources
  if (!resource) throw new Error('no resource')
  expect(resolver.read(resource, z.object({ TableName: z.string() }))).toEqual({ TableName: 'things' })
  expect(() => resolver.read(resource, z.object({ Odd: z.string() }))).toThrow(
    'App/T: the intrinsic function Fn::Unheard is not supported',
  )
})
