import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPermissions, type Statement } from '../../../local/aws/permissions.ts'

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
  it('allows nothing that it does not name', () => {
    expect(decide([], 'dynamodb:GetItem', TABLE)).toBe(false)
    expect(decide([allow('dynamodb:GetItem', TABLE)], 'dynamodb:PutItem', TABLE)).toBe(false)
    expect(decide([allow('dynamodb:GetItem', TABLE)], 'dynamodb:GetItem', `${TABLE}/index/open`)).toBe(false)
  })

  it('allows lists, wildcards and actions in any case', () => {
    const statements = [allow(['dynamodb:Get*', 'dynamodb:Query'], [TABLE, `${TABLE}/index/*`])]
    expect(decide(statements, 'dynamodb:GetItem', TABLE)).toBe(true)
    expect(decide(statements, 'DYNAMODB:query', `${TABLE}/index/open`)).toBe(true)
    expect(decide([allow('*', '*')], 'ses:SendEmail', 'anything')).toBe(true)
    const secret = 'arn:aws:secretsmanager:ap-northeast-2:000000000000:secret:jamak/toss'
    const grant = [allow('secretsmanager:GetSecretValue', `${secret}-??????`)]
    expect(decide(grant, 'secretsmanager:GetSecretValue', `${secret}-a1b2c3`)).toBe(true)
    expect(decide(grant, 'secretsmanager:GetSecretValue', `${secret}-a1b2c3d`)).toBe(false)
  })

  it('a resource is compared in its case', () => {
    expect(
      decide([allow('s3:GetObject', 'arn:aws:s3:::media/SRTS/*')], 's3:GetObject', 'arn:aws:s3:::media/srts/a'),
    ).toBe(false)
  })

  it('an explicit denial wins, wherever it stands', () => {
    const statements: Statement[] = [{ Effect: 'Deny', Action: 'dynamodb:*', Resource: TABLE }, allow('*', '*')]
    expect(decide(statements, 'dynamodb:GetItem', TABLE)).toBe(false)
    expect(decide(statements.toReversed(), 'dynamodb:GetItem', TABLE)).toBe(false)
    expect(decide(statements, 's3:GetObject', 'arn:aws:s3:::media/a')).toBe(true)
  })

  it('each function has its own', () => {
    const permissions = createPermissions(id => (id === 'Mail' ? [allow('ses:SendEmail', '*')] : []))
    const access = { action: 'ses:SendEmail', resource: '*' }
    expect([permissions.isAllowed('Mail', access), permissions.isAllowed('Archive', access)]).toEqual([true, false])
  })
})

describe('conditions', () => {
  const from = { Condition: { StringEquals: { 'ses:FromAddress': 'no-reply@example.com' } } }

  it('hold for the value the call carries, and for no call that carries none', () => {
    const statements = [allow('ses:SendEmail', '*', from)]
    expect(decide(statements, 'ses:SendEmail', '*', { 'ses:FromAddress': 'no-reply@example.com' })).toBe(true)
    expect(decide(statements, 'ses:SendEmail', '*', { 'ses:FromAddress': 'other@example.com' })).toBe(false)
    expect(decide(statements, 'ses:SendEmail', '*')).toBe(false)
  })

  it('of several all must hold, of several values one', () => {
    const Condition = {
      StringEquals: { 'iam:PassedToService': ['transcribe.amazonaws.com', 'states.amazonaws.com'] },
      StringLike: { 'aws:Path': '/jamak/*' },
    }
    const statements = [allow('iam:PassRole', '*', { Condition })]
    const service = { 'iam:PassedToService': 'transcribe.amazonaws.com' }
    expect(decide(statements, 'iam:PassRole', '*', { ...service, 'aws:Path': '/jamak/role' })).toBe(true)
    expect(decide(statements, 'iam:PassRole', '*', { ...service, 'aws:Path': '/other/role' })).toBe(false)
  })

  it.each([
    [
      'an operator that is not evaluated',
      { Effect: 'Allow', Action: '*', Resource: '*', Condition: { Bool: { 'aws:SecureTransport': 'true' } } },
    ],
    ['NotAction', { Effect: 'Allow', NotAction: 'iam:*', Resource: '*' }],
    ['NotResource', { Effect: 'Deny', Action: '*', NotResource: 'arn:x' }],
  ])('%s is refused, not overlooked', (_, statement) => {
    const statements: Statement[] = JSON.parse(JSON.stringify([statement]))
    expect(() => decide(statements, 's3:GetObject', 'x')).toThrow('ArchiveFunction has a policy statement')
  })
})

it('what is no wildcard matches itself and nothing else', () => {
  const plain = fc.string().filter(text => !/[*?]/.test(text))
  fc.assert(
    fc.property(plain, plain, (resource, other) => {
      const statements = [allow('s3:GetObject', resource)]
      expect(decide(statements, 's3:GetObject', resource)).toBe(true)
      expect(decide(statements, 's3:GetObject', other)).toBe(resource === other)
    }),
  )
})
