import { rm } from 'node:fs/promises'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { createPermissions, createPolicies, type Statement, wildcard } from '../../src/aws/permissions.ts'
import { createResolver } from '../../src/template/resolve.ts'
import { loadWritten, type WrittenStack } from '../support/written-assembly.ts'

const TABLE = 'arn:aws:dynamodb:ap-northeast-2:000000000000:table/users'
const allow = (Action: Statement['Action'], Resource: Statement['Resource'], more = {}): Statement => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...more,
})
const decide = (statements: Statement[], action: string, resource: string, context?: Record<string, string>): boolean =>
  createPermissions(() => statements).isAllowed('ArchiveFunction', { action, resource, context })

describe('a role', () => {
  it('allows only what its statements name', () => {
    expect(decide([], 'dynamodb:GetItem', TABLE)).toBe(false)
    expect(decide([allow('dynamodb:GetItem', TABLE)], 'dynamodb:PutItem', TABLE)).toBe(false)
    expect(decide([allow('dynamodb:GetItem', TABLE)], 'dynamodb:GetItem', `${TABLE}/index/open`)).toBe(false)
  })

  it('may use lists, wildcards and actions in any case', () => {
    const statements = [allow(['dynamodb:Get*', 'dynamodb:Query'], [TABLE, `${TABLE}/index/*`])]
    expect(decide(statements, 'dynamodb:GetItem', TABLE)).toBe(true)
    expect(decide(statements, 'DYNAMODB:query', `${TABLE}/index/open`)).toBe(true)
    expect(decide([allow('*', '*')], 'ses:SendEmail', 'anything')).toBe(true)
    const secret = 'arn:aws:secretsmanager:ap-northeast-2:000000000000:secret:shop/payments'
    const grant = [allow('secretsmanager:GetSecretValue', `${secret}-??????`)]
    expect(decide(grant, 'secretsmanager:GetSecretValue', `${secret}-a1b2c3`)).toBe(true)
    expect(decide(grant, 'secretsmanager:GetSecretValue', `${secret}-a1b2c3d`)).toBe(false)
  })

  it('must name a resource in its exact case', () => {
    expect(
      decide([allow('s3:GetObject', 'arn:aws:s3:::media/SRTS/*')], 's3:GetObject', 'arn:aws:s3:::media/srts/a'),
    ).toBe(false)
  })

  it('is bound by an explicit Deny in any statement', () => {
    const statements: Statement[] = [{ Effect: 'Deny', Action: 'dynamodb:*', Resource: TABLE }, allow('*', '*')]
    expect(decide(statements, 'dynamodb:GetItem', TABLE)).toBe(false)
    expect(decide(statements.toReversed(), 'dynamodb:GetItem', TABLE)).toBe(false)
    expect(decide(statements, 's3:GetObject', 'arn:aws:s3:::media/a')).toBe(true)
  })

  it('does not get the permissions of another role', () => {
    const permissions = createPermissions(id => (id === 'Email' ? [allow('ses:SendEmail', '*')] : []))
    const access = { action: 'ses:SendEmail', resource: '*' }
    expect([permissions.isAllowed('Email', access), permissions.isAllowed('Archive', access)]).toEqual([true, false])
  })
})

describe('the conditions of a statement', () => {
  const from = { Condition: { StringEquals: { 'ses:FromAddress': 'no-reply@example.com' } } }

  it('hold only for a request that carries the value', () => {
    const statements = [allow('ses:SendEmail', '*', from)]
    expect(decide(statements, 'ses:SendEmail', '*', { 'ses:FromAddress': 'no-reply@example.com' })).toBe(true)
    expect(decide(statements, 'ses:SendEmail', '*', { 'ses:FromAddress': 'other@example.com' })).toBe(false)
    expect(decide(statements, 'ses:SendEmail', '*')).toBe(false)
  })

  it('must all hold, each for one of its values', () => {
    const Condition = {
      StringEquals: {
        'iam:PassedToService': ['transcribe.amazonaws.com', 'states.amazonaws.com'],
        'aws:Path': '/shop/role',
      },
    }
    const statements = [allow('iam:PassRole', '*', { Condition })]
    const service = { 'iam:PassedToService': 'transcribe.amazonaws.com' }
    expect(decide(statements, 'iam:PassRole', '*', { ...service, 'aws:Path': '/shop/role' })).toBe(true)
    expect(decide(statements, 'iam:PassRole', '*', { ...service, 'aws:Path': '/other/role' })).toBe(false)
  })

  it.each([
    [
      'an unknown operator',
      { Effect: 'Allow', Action: '*', Resource: '*', Condition: { Bool: { 'aws:SecureTransport': 'true' } } },
    ],
    ['NotAction', { Effect: 'Allow', NotAction: 'iam:*', Resource: '*' }],
    ['NotResource', { Effect: 'Deny', Action: '*', NotResource: 'arn:x' }],
  ])('with %s cause the statement to be refused, not ignored', (_, statement) => {
    const permissions = createPermissions(() => [statement])
    expect(() => permissions.check('ArchiveFunction')).toThrow('ArchiveFunction has a policy statement')
  })
})

it('a resource without wildcards matches only itself', () => {
  const plain = fc.string().filter(text => !/[*?]/.test(text))
  fc.assert(
    fc.property(plain, plain, (resource, other) => {
      const statements = [allow('s3:GetObject', resource)]
      expect(decide(statements, 's3:GetObject', resource)).toBe(true)
      expect(decide(statements, 's3:GetObject', other)).toBe(resource === other)
    }),
  )
})

it.each([
  ['/api/*', '/api/a/b', true],
  ['/api/*', '/apix', false],
  ['*.m?4', 'video.mp4', true],
  ['*.m?4', 'video.m4', false],
  ['a.c', 'abc', false],
])('the pattern %s matches %s: %s', (pattern, text, expected) => {
  expect(wildcard(pattern).test(text)).toBe(expected)
})

describe('the policies of a template', () => {
  let folder = ''
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const statement = (Action: string) => ({ Effect: 'Allow', Action, Resource: '*' })
  const document = (action: string) => ({ PolicyDocument: { Statement: [statement(action)] } })

  async function open(Resources: NonNullable<WrittenStack['Resources']>) {
    const assembly = await loadWritten({ App: { Resources } })
    folder = assembly.folder
    return createPolicies(assembly, createResolver(assembly))
  }
  const Fn = { Type: 'AWS::Lambda::Function', Properties: { Role: { 'Fn::GetAtt': ['Role', 'Arn'] } } }
  const logs = {
    'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':iam::aws:policy/service-role/AWSLambdaBasicExecutionRole']],
  }

  it('give a function the inline and attached policies of its role only', async () => {
    const policies = await open({
      Fn,
      Role: {
        Type: 'AWS::IAM::Role',
        Properties: { Policies: [document('a:Inline')], ManagedPolicyArns: [logs] },
      },
      Attached: { Type: 'AWS::IAM::Policy', Properties: { ...document('a:Attached'), Roles: [{ Ref: 'Role' }] } },
      Other: { Type: 'AWS::IAM::Policy', Properties: { ...document('a:Other'), Roles: ['other'] } },
    })
    expect(policies.statementsOf('Fn')).toEqual([statement('a:Inline'), statement('a:Attached')])
    expect(policies.statementsOf('Role')).toEqual(policies.statementsOf('Fn'))
  })

  it('give nothing to a caller that is not in the template', async () => {
    expect((await open({ Fn })).statementsOf('Nobody')).toEqual([])
  })

  it('may not include an unsupported managed policy', async () => {
    const ManagedPolicyArns = ['arn:aws:iam::aws:policy/AdministratorAccess']
    const policies = await open({ Fn, Role: { Type: 'AWS::IAM::Role', Properties: { ManagedPolicyArns } } })
    expect(() => policies.statementsOf('Fn')).toThrow('AdministratorAccess')
  })
})
