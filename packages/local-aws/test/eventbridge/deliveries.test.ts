import { beforeEach, expect, it, vi } from 'vitest'
import { createDeliveries, type DeliveryOptions } from '../../src/eventbridge/deliveries.ts'

const FUNCTION = 'arn:aws:lambda:ap-northeast-2:000000000000:function:Fn'
const MACHINE = 'arn:aws:states:ap-northeast-2:000000000000:stateMachine:Flow'

const invoke = vi.fn<DeliveryOptions['invoke']>()
const startExecution = vi.fn<DeliveryOptions['startExecution']>()
let lines: string[] = []
let isAllowed = true
const deliver = createDeliveries({ invoke, startExecution, isAllowed: () => isAllowed, log: line => lines.push(line) })

beforeEach(() => {
  vi.resetAllMocks()
  lines = []
  isAllowed = true
})

it('a function is invoked with the event', async () => {
  await deliver({ arn: FUNCTION, roleArn: undefined }, { a: 1 })
  expect(invoke).toHaveBeenCalledWith(FUNCTION, { a: 1 })
})

it('a state machine is started with the event as its input', async () => {
  await deliver({ arn: MACHINE, roleArn: 'arn:role' }, { a: 1 })
  expect(startExecution).toHaveBeenCalledWith(MACHINE, expect.stringMatching(/^[0-9a-f-]{36}$/), '{"a":1}')
})

it('an event is not delivered to a target that the role does not allow, which is logged', async () => {
  isAllowed = false
  await deliver({ arn: MACHINE, roleArn: 'arn:role' }, {})
  expect(startExecution).not.toHaveBeenCalled()
  expect(lines[0]).toContain('arn:role does not allow states:StartExecution')
})

it('an unsupported target is logged and does not throw', async () => {
  await deliver({ arn: 'arn:aws:sqs:x:y:queue', roleArn: undefined }, {})
  expect(lines[0]).toContain('is not supported')
})

it('a failed delivery is logged and does not throw', async () => {
  startExecution.mockImplementation(() => {
    throw new Error('no such machine')
  })
  await deliver({ arn: MACHINE, roleArn: 'arn:role' }, {})
  expect(lines[0]).toContain('no such machine')
})
