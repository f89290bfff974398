import { rm } from 'node:fs/promises'
import {
  DescribeExecutionCommand,
  ListExecutionsCommand,
  RedriveExecutionCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type LocalAws, startLocalAws } from '../../src/index.ts'
import { inlineFunction, role, type WrittenApp, writeApp } from '../support/written-assembly.ts'

const CALL_FLOW = `const { SFNClient, StartExecutionCommand } = require('@aws-sdk/client-sfn')
exports.handler = async event => {
  const answer = await new SFNClient({}).send(new StartExecutionCommand(event))
  return answer.executionArn
}`
const FLOW = {
  'Fn::Join': [
    '',
    [
      '{"StartAt":"Work","States":{"Work":{"Type":"Task","End":true,"Resource":"',
      { 'Fn::GetAtt': ['Work', 'Arn'] },
      '"}}}',
    ],
  ],
}

let app: WrittenApp
let cloud: LocalAws
let client: SFNClient
let stateMachineArn: string

beforeEach(async () => {
  const allowed = { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: { 'Fn::GetAtt': ['Work', 'Arn'] } }
  app = await writeApp({
    App: {
      Resources: {
        ...inlineFunction(
          'Work',
          'exports.handler = async event => { if (event.fail) throw new Error("no"); if (event.hang) await new Promise(() => {}); return event }',
        ),
        ...inlineFunction('Allowed', CALL_FLOW, {
          statements: [{ Effect: 'Allow', Action: 'states:StartExecution', Resource: { Ref: 'Flow' } }],
        }),
        ...inlineFunction('Denied', CALL_FLOW),
        ...role('FlowRole', [allowed]),
        Flow: {
          Type: 'AWS::StepFunctions::StateMachine',
          Properties: { DefinitionString: FLOW, RoleArn: { 'Fn::GetAtt': ['FlowRole', 'Arn'] } },
        },
      },
    },
  })
  cloud = await startLocalAws({
    ...app,
    folder: app.data,
    port: 0,
    env: {},
    quiet: true,
    schedules: false,
  })
  client = cloud.client(SFNClient)
  stateMachineArn = cloud.physicalName('Flow')
})
afterEach(async () => {
  client.destroy()
  await cloud.stop()
  await rm(app.folder, { recursive: true, force: true })
})

const start = (name: string, input: unknown) =>
  client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }))
const statusOf = async (executionArn = '') => (await client.send(new DescribeExecutionCommand({ executionArn }))).status

it('the SDK starts and describes an execution', async () => {
  const { executionArn, startDate } = await start('one', { a: 1 })
  expect(startDate).toBeInstanceOf(Date)
  await expect.poll(() => statusOf(executionArn)).toBe('SUCCEEDED')
  const described = await client.send(new DescribeExecutionCommand({ executionArn }))
  expect(described).toMatchObject({ name: 'one', stateMachineArn, input: '{"a":1}', output: '{"a":1}' })
})

it('an unsupported operation is refused by name', async () => {
  await expect(client.send(new ListExecutionsCommand({ stateMachineArn }))).rejects.toMatchObject({
    name: 'UnknownOperationException',
    message: expect.stringContaining('ListExecutions'),
  })
})

it('the SDK stops and redrives an execution', async () => {
  const { executionArn } = await start('one', { hang: true })
  const { stopDate } = await client.send(new StopExecutionCommand({ executionArn, error: 'Operator' }))
  expect(stopDate).toBeInstanceOf(Date)
  expect(await statusOf(executionArn)).toBe('ABORTED')
  await client.send(new RedriveExecutionCommand({ executionArn }))
  expect(await statusOf(executionArn)).toBe('RUNNING')
})

it.each([
  ['a taken name', 'one', '{"b":2}', 'ExecutionAlreadyExists'],
  ['a name with a slash', 'a/b', '{}', 'InvalidName'],
  ['a name of 81 characters', 'a'.repeat(81), '{}', 'InvalidName'],
  ['an input that is not JSON', 'two', '{', 'InvalidExecutionInput'],
])('an execution with %s is refused', async (_, name, input, error) => {
  await start('one', { a: 1 })
  await expect(client.send(new StartExecutionCommand({ stateMachineArn, name, input }))).rejects.toMatchObject({
    name: error,
  })
})

it('an unknown state machine or execution is reported as missing', async () => {
  const gone = stateMachineArn.replace(/Flow.*/, 'Gone')
  await expect(client.send(new StartExecutionCommand({ stateMachineArn: gone }))).rejects.toMatchObject({
    name: 'StateMachineDoesNotExist',
  })
  const executionArn = stateMachineArn.replace('stateMachine', 'execution').concat(':gone')
  await expect(statusOf(executionArn)).rejects.toMatchObject({ name: 'ExecutionDoesNotExist' })
})

it('a function starts executions only if its role allows it', async () => {
  expect(await cloud.invoke('Allowed', { stateMachineArn, name: 'mine' })).toContain(':mine')
  await expect(cloud.invoke('Denied', { stateMachineArn, name: 'other' })).rejects.toMatchObject({
    name: 'AccessDeniedException',
  })
  expect(cloud.logs().join('\n')).toContain('Denied: ')
})

it('a token that Step Functions did not issue is refused, as is output that is not JSON', async () => {
  const send = (taskToken: string, output: string) => client.send(new SendTaskSuccessCommand({ taskToken, output }))
  await expect(send('abc', '{}')).rejects.toMatchObject({ name: 'InvalidToken' })
  await expect(send('abc', 'no JSON')).rejects.toMatchObject({ name: 'InvalidOutput' })
})
