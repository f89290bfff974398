import { rm } from 'node:fs/promises'
import { afterEach, expect, it } from 'vitest'
import { createPolicies } from '../../../local/aws/policies.ts'
import { createResolver } from '../../../local/template/resolve.ts'
import { loadWritten, type WrittenStack } from '../written-assembly.ts'

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

it('a function has the inline, the attached and the managed policies of its role, and no others', async () => {
  const policies = await open({
    Fn,
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: { Policies: [document('a:Inline')], ManagedPolicyArns: [logs, { Ref: 'Managed' }] },
    },
    Attached: { Type: 'AWS::IAM::Policy', Properties: { ...document('a:Attached'), Roles: [{ Ref: 'Role' }] } },
    Other: { Type: 'AWS::IAM::Policy', Properties: { ...document('a:Other'), Roles: ['other'] } },
    Managed: { Type: 'AWS::IAM::ManagedPolicy', Properties: document('a:Managed') },
  })
  const actions = policies.statementsOf('Fn').map(one => one.Action)
  expect(actions.flat().sort()).toEqual(['a:Attached', 'a:Inline', 'a:Managed'])
  expect(policies.statementsOf('Role')).toEqual(policies.statementsOf('Fn'))
})

it('who is not in the template has no permissions', async () => {
  expect((await open({ Fn })).statementsOf('Nobody')).toEqual([])
})

it('a policy of AWS that is not known here is refused rather than passed over', async () => {
  const ManagedPolicyArns = ['arn:aws:iam::aws:policy/AdministratorAccess']
  const policies = await open({ Fn, Role: { Type: 'AWS::IAM::Role', Properties: { ManagedPolicyArns } } })
  expect(() => policies.statementsOf('Fn')).toThrow('AdministratorAccess')
})
