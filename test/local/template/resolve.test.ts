import { rm } from 'node:fs/promises'
import { afterEach, expect, it } from 'vitest'
import * as z from 'zod'
import { createResolver, UnresolvedError } from '../../../local/template/resolve.ts'
import { loadWritten, type WrittenStack } from '../written-assembly.ts'

let folder = ''
afterEach(() => rm(folder, { recursive: true, force: true }))

/** What a value in the stack App becomes. */
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
  ['a substitution', { 'Fn::Sub': sub('%{AWS::AccountId}/%{!kept}') }, sub('000000000000/%{kept}')],
  ['a substitution with values', { 'Fn::Sub': [sub('%{x}-%{AWS::Region}'), { x: 'y' }] }, 'y-ap-northeast-2'],
  ['a choice out of a split', { 'Fn::Select': [1, { 'Fn::Split': [',', 'a,b'] }] }, 'b'],
  ['an inverted comparison', { 'Fn::Not': [{ 'Fn::Equals': ['a', 'b'] }] }, true],
  ['base 64', { 'Fn::Base64': 'ab' }, 'YWI='],
  ['a list without its empty places', [1, { Ref: 'AWS::NoValue' }, 2], [1, 2]],
  ['an object without its empty places', { a: { Ref: 'AWS::NoValue' }, b: 1 }, { b: 1 }],
])('%s becomes its value', async (_, value, expected) => {
  expect(await resolved(value)).toEqual(expected)
})

it('a reference gives the name, an attribute the ARN', async () => {
  expect(await resolved({ Ref: 'Things' }, table)).toBe('things')
  expect(await resolved({ 'Fn::GetAtt': ['Things', 'Arn'] }, table)).toBe(
    'arn:aws:dynamodb:ap-northeast-2:000000000000:table/things',
  )
})

it('a value of another stack comes over its export or its output', async () => {
  const data = { ...table, Outputs: { Out: { Value: { Ref: 'Things' }, Export: { Name: 'Data:Things' } } } }
  expect(await resolved({ 'Fn::ImportValue': 'Data:Things' }, {}, { Data: data })).toBe('things')
  const output = { 'Fn::GetStackOutput': { StackName: 'Data', OutputName: 'Out' } }
  expect(await resolved(output, {}, { Data: data })).toBe('things')
})

it('conditions, mappings and parameters of the stack are taken into account', async () => {
  const stack = {
    Parameters: { Stage: { Default: 'local' } },
    Conditions: { IsLocal: { 'Fn::Equals': [{ Ref: 'Stage' }, 'local'] } },
    Mappings: { Sizes: { local: { memory: 128 } } },
  }
  const size = { 'Fn::FindInMap': ['Sizes', { Ref: 'Stage' }, 'memory'] }
  expect(await resolved({ 'Fn::If': ['IsLocal', size, 0] }, stack)).toBe(128)
})

it('a statement of a policy keeps its own Condition', async () => {
  const statement = { Condition: { StringEquals: { a: 'b' } } }
  expect(await resolved(statement)).toEqual(statement)
})

it.each([
  [{ 'Fn::Cidr': ['a', 1, 2] }, 'Fn::Cidr'],
  [{ Ref: 'Missing' }, 'Missing'],
  [{ 'Fn::GetAtt': ['Things', 'Colour'] }, 'App/Things: the attribute Colour'],
  [{ 'Fn::ImportValue': 'nobody' }, 'nobody'],
])('%j throws and names what it cannot resolve', async (value, named) => {
  await expect(resolved(value, table)).rejects.toThrow(UnresolvedError)
  await expect(resolved(value, table)).rejects.toThrow(named)
})

it('a property nobody asks for is never resolved', async () => {
  const Properties = { TableName: 'things', Odd: { 'Fn::Unheard': [] } }
  const assembly = await loadWritten({ App: { Resources: { T: { Type: 'AWS::DynamoDB::Table', Properties } } } })
  folder = assembly.folder
  const resolver = createResolver(assembly)
  const [resource] = assembly.resources
  if (!resource) throw new Error('no resource')
  expect(resolver.read(resource, z.object({ TableName: z.string() }))).toEqual({ TableName: 'things' })
  expect(() => resolver.read(resource, z.object({ Odd: z.string() }))).toThrow(
    'App/T: the intrinsic function Fn::Unheard',
  )
})
