import { mkdir, rm } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { EventEntry } from '../../src/eventbridge/index.ts'
import { FunctionError, ThrottledError } from '../../src/lambda/errors.ts'
import { createStepFunctions, type StepFunctions } from '../../src/step-functions/index.ts'
import { createResolver } from '../../src/template/resolve.ts'
import { loadWritten, role } from '../support/written-assembly.ts'

const FUNCTION = 'arn:aws:lambda:ap-northeast-2:000000000000:function:f'
const MACHINE = 'arn:aws:states:ap-northeast-2:000000000000:stateMachine:Flow'

interface Opened {
  steps: StepFunctions
  events: EventEntry[]
  folder: string
}

const toClose: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close()
})

type Task = (payload: unknown) => unknown
interface OpenOptions {
  invoke?: Task
  isAllowed?: boolean
  timeLimit?: () => number
  data?: string
}

/** Opens Step Functions with one machine named Flow. */
async function open(definition: Record<string, unknown>, options: OpenOptions = {}): Promise<Opened> {
  const DefinitionString = JSON.stringify(definition)
  const RoleArn = { 'Fn::GetAtt': ['FlowRole', 'Arn'] }
  const Properties = { StateMachineName: 'Flow', DefinitionString, RoleArn }
  const Flow = { Type: 'AWS::StepFunctions::StateMachine', Properties }
  const assembly = await loadWritten({ App: { Resources: { Flow, ...role('FlowRole', []) } } })
  toClose.push(() => rm(assembly.folder, { recursive: true, force: true }))
  const folder = options.data ?? assembly.data
  await mkdir(folder, { recursive: true })
  const events: EventEntry[] = []
  const steps = createStepFunctions({
    assembly,
    resolver: createResolver(assembly),
    folder,
    now: Date.now,
    waitScale: 0.001,
    timeLimit: options.timeLimit,
    invoke: async (_, payload) => options.invoke?.(payload) ?? {},
    isAllowed: () => options.isAllowed ?? true,
    onStatus: event => events.push(event),
    log: () => {},
  })
  toClose.push(() => steps.stop())
  return { steps, events, folder }
}

const task = (more: Record<string, unknown> = {}) => ({ Type: 'Task', Resource: FUNCTION, End: true, ...more })
const single = (state: Record<string, unknown>, name = 'Only') => ({ StartAt: name, States: { [name]: state } })

/** Starts an execution and waits until it ends. */
async function run({ steps }: Opened, input: unknown = {}, name = 'one') {
  const { arn } = steps.start(MACHINE, name, JSON.stringify(input))
  await expect.poll(() => steps.describe(arn).status, { interval: 5 }).not.toBe('RUNNING')
  return steps.describe(arn)
}

it('a task calls its function with its input, and the result is the output', async () => {
  const invoke = vi.fn(() => ({ done: true }))
  const flow = await open(single(task()), { invoke })
  const execution = await run(flow, { uid: 'u' })
  expect(invoke).toHaveBeenCalledWith({ uid: 'u' })
  expect(execution).toMatchObject({ status: 'SUCCEEDED', output: '{"done":true}' })
  const types = flow.steps.history(execution.arn).map(({ type, state }) => [type, state])
  expect(types).toEqual([
    ['ExecutionStarted', null],
    ['StateEntered', 'Only'],
    ['StateExited', 'Only'],
    ['ExecutionSucceeded', null],
  ])
})

it('every status change sends the event that AWS documents', async () => {
  const flow = await open(single(task()))
  const { arn } = await run(flow, { uid: 'u' })
  expect(flow.events.map(event => event['detail-type'])).toEqual([
    'Step Functions Execution Status Change',
    'Step Functions Execution Status Change',
  ])
  expect(flow.events.map(event => event.detail)).toMatchObject([
    { status: 'RUNNING', stopDate: null, output: null },
    {
      status: 'SUCCEEDED',
      name: 'one',
      input: '{"uid":"u"}',
      executionArn: arn,
      stateMachineArn: MACHINE,
      stopDate: expect.any(Number),
    },
  ])
})

it("a Catch gets the name of the error and the function's report as its cause", async () => {
  const report = { errorType: 'NO_SPEECH', errorMessage: 'silence', trace: [] }
  const States = {
    Work: task({
      End: undefined,
      Next: 'Done',
      Catch: [{ ErrorEquals: ['NO_SPEECH'], Next: 'Told', ResultPath: '$.error' }],
    }),
    Done: { Type: 'Succeed' },
    Told: { Type: 'Pass', End: true },
  }
  const invoke = () => Promise.reject(new FunctionError(report))
  const execution = await run(await open({ StartAt: 'Work', States }, { invoke }), { uid: 'u' })
  expect(JSON.parse(execution.output ?? '')).toEqual({
    uid: 'u',
    error: { Error: 'NO_SPEECH', Cause: JSON.stringify(report) },
  })
})

it('a Retry retries its errors up to its maximum', async () => {
  const invoke = vi.fn((): unknown =>
    Promise.reject(new FunctionError({ errorType: 'Busy', errorMessage: '', trace: [] })),
  )
  const state = task({ Retry: [{ ErrorEquals: ['Busy'], IntervalSeconds: 5, MaxAttempts: 2, BackoffRate: 2 }] })
  expect(await run(await open(single(state), { invoke }))).toMatchObject({ status: 'FAILED', error: 'Busy' })
  expect(invoke).toHaveBeenCalledTimes(3)
})

it('a throttled Lambda function fails the task with the error and cause of Step Functions', async () => {
  const execution = await run(await open(single(task()), { invoke: () => Promise.reject(new ThrottledError()) }))
  expect(execution).toMatchObject({
    status: 'FAILED',
    error: 'Lambda.TooManyRequestsException',
    cause: expect.stringMatching(
      /^Rate Exceeded\. \(Service: AWSLambda; Status Code: 429; Error Code: TooManyRequestsException; Request ID: /,
    ),
  })
})

it('a Wait lasts its seconds times the scale', async () => {
  // Unscaled, the wait would outlast the test.
  const States = { Wait: { Type: 'Wait', Seconds: 600, Next: 'End' }, End: { Type: 'Succeed' } }
  expect(await run(await open({ StartAt: 'Wait', States }))).toMatchObject({ status: 'SUCCEEDED' })
})

it('a Map runs each item, and its states see the name of the execution', async () => {
  const Parameters = { 'batch.$': '$', 'name.$': '$$.Execution.Name' }
  const ItemProcessor = { ...single(task({ Parameters }), 'Item'), ProcessorConfig: { Mode: 'INLINE' } }
  const flow = await open(single({ Type: 'Map', ItemsPath: '$.batches', ItemProcessor, End: true }), {
    invoke: payload => payload,
  })
  const execution = await run(flow, { batches: [1, 2] })
  expect(execution).toMatchObject({ error: null, cause: null })
  expect(JSON.parse(execution.output ?? '')).toEqual([
    { batch: 1, name: 'one' },
    { batch: 2, name: 'one' },
  ])
})

it('an execution beyond its time limit times out, and a late result changes nothing', async () => {
  const late = Promise.withResolvers<unknown>()
  const flow = await open(single(task()), { invoke: () => late.promise, timeLimit: () => 0.05 })
  const { arn, status } = await run(flow)
  expect(status).toBe('TIMED_OUT')
  late.resolve({ done: true })
  await late.promise
  expect(flow.steps.describe(arn)).toMatchObject({ status: 'TIMED_OUT', output: null })
  expect(flow.events.at(-1)?.detail).toMatchObject({ status: 'TIMED_OUT' })
})

it('a stopped execution is aborted at once and sends an event', async () => {
  const flow = await open(single(task()), { invoke: () => new Promise(() => {}) })
  const { arn } = flow.steps.start(MACHINE, 'one', '{}')
  expect(await flow.steps.stopExecution(arn, 'Operator', 'enough')).toMatchObject({
    status: 'ABORTED',
    error: 'Operator',
  })
  expect(flow.events.at(-1)?.detail).toMatchObject({ status: 'ABORTED', cause: 'enough' })
})

it('repeating the start of a running execution returns it; any other start with its name is refused', async () => {
  const gate = Promise.withResolvers<unknown>()
  const invoke = vi.fn(() => gate.promise)
  const flow = await open(single(task()), { invoke })
  const first = flow.steps.start(MACHINE, 'one', '{"a":1}')
  expect(flow.steps.start(MACHINE, 'one', '{"a":1}')).toEqual(first)
  expect(() => flow.steps.start(MACHINE, 'one', '{"a":2}')).toThrow(
    expect.objectContaining({ code: 'ExecutionAlreadyExists' }),
  )
  gate.resolve({})
  await expect.poll(() => flow.steps.describe(first.arn).status).toBe('SUCCEEDED')
  expect(() => flow.steps.start(MACHINE, 'one', '{"a":1}')).toThrow('Execution Already Exists')
  expect(invoke).toHaveBeenCalledTimes(1)
})

it('a result of more than 256 KB ends the execution, and no Catch catches it', async () => {
  const States = {
    Big: task({ End: undefined, Next: 'End', Catch: [{ ErrorEquals: ['States.ALL'], Next: 'End' }] }),
    End: { Type: 'Succeed' },
  }
  const flow = await open({ StartAt: 'Big', States }, { invoke: () => 'x'.repeat(300_000) })
  expect(await run(flow)).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' })
})

it('a Map whose results exceed 256 KB in total ends the execution', async () => {
  const ItemProcessor = single(task(), 'Item')
  const flow = await open(single({ Type: 'Map', ItemsPath: '$', ItemProcessor, End: true }), {
    invoke: () => 'x'.repeat(100_000),
  })
  expect(await run(flow, [1, 2, 3])).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' })
})

it('a task fails if the role of the machine does not allow the call', async () => {
  const flow = await open(single(task()), { isAllowed: false })
  expect(await run(flow)).toMatchObject({ status: 'FAILED', error: 'Lambda.AWSLambdaException' })
})

it('an execution that was running at a stop runs again from its first state at the next start', async () => {
  const before = await open(single(task()), { invoke: () => new Promise(() => {}) })
  const { arn } = before.steps.start(MACHINE, 'one', '{"uid":"u"}')
  await before.steps.stop()
  expect(before.events.map(event => event.detail)).toMatchObject([{ status: 'RUNNING' }])

  const invoke = vi.fn(() => 'done')
  const after = await open(single(task()), { invoke, data: before.folder })
  expect(after.steps.resume()).toBe(1)
  await expect.poll(() => after.steps.describe(arn).status).toBe('SUCCEEDED')
  expect(invoke).toHaveBeenCalledWith({ uid: 'u' })
  expect(after.steps.resume()).toBe(0)
})

it('an execution whose machine was removed is aborted at the next start and sends an event', async () => {
  const before = await open(single(task()), { invoke: () => new Promise(() => {}) })
  const { arn } = before.steps.start(MACHINE, 'one', '{}')
  await before.steps.stop()
  const after = await open(single(task()), { data: before.folder })
  after.steps.machines.clear()
  after.steps.resume()
  expect(after.steps.describe(arn).status).toBe('ABORTED')
  expect(after.events.at(-1)?.detail).toMatchObject({ status: 'ABORTED' })
})

it('a failed execution can be redriven, a succeeded one cannot', async () => {
  let isBroken = true
  const invoke = () => (isBroken ? Promise.reject(new Error('down')) : 'up')
  const flow = await open(single(task()), { invoke })
  const { arn } = await run(flow)
  isBroken = false
  expect(flow.steps.redrive(arn)).toMatchObject({ status: 'RUNNING', redrives: 1 })
  await expect.poll(() => flow.steps.describe(arn).status).toBe('SUCCEEDED')
  expect(() => flow.steps.redrive(arn)).toThrow(expect.objectContaining({ code: 'ExecutionNotRedrivable' }))
})

describe('a task that waits for its token', () => {
  const callback = (more: Record<string, unknown> = {}) => ({
    Type: 'Task',
    Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
    Parameters: { FunctionName: FUNCTION, Payload: { 'uid.$': '$.uid', 'token.$': '$$.Task.Token' } },
    End: true,
    ...more,
  })
  const payloads: { uid: string; token: string }[] = []
  const payload = z.object({ uid: z.string(), token: z.string() })
  const invoke = (input: unknown) => void payloads.push(payload.parse(input))
  beforeEach(() => void payloads.splice(0))
  const firstToken = async (count = 1) => {
    await expect.poll(() => payloads.length, { interval: 5 }).toBeGreaterThanOrEqual(count)
    return payloads[count - 1]?.token ?? ''
  }

  it('ends with the output that is sent with its token, not with the result of its function', async () => {
    const flow = await open(single(callback({ ResultPath: '$.transcription.status' })), { invoke })
    const ended = run(flow, { uid: 'u', transcription: { waitSeconds: 60 } })
    flow.steps.sendTaskSuccess(await firstToken(), 'COMPLETED')
    const output = { uid: 'u', transcription: { waitSeconds: 60, status: 'COMPLETED' } }
    expect(JSON.parse((await ended).output ?? '')).toEqual(output)
    expect(payloads).toMatchObject([{ uid: 'u' }])
  })

  it('accepts a token while its function still runs', async () => {
    const held = Promise.withResolvers<void>()
    const slow = (input: unknown) => {
      invoke(input)
      return held.promise
    }
    const flow = await open(single(callback()), { invoke: slow })
    const ended = run(flow, { uid: 'u' })
    flow.steps.sendTaskSuccess(await firstToken(), 'early')
    held.resolve()
    expect(await ended).toMatchObject({ status: 'SUCCEEDED', output: '"early"' })
  })

  it('accepts each token once: a second use is TaskTimedOut', async () => {
    const flow = await open(single(callback()), { invoke })
    const ended = run(flow, { uid: 'u' })
    const token = await firstToken()
    flow.steps.sendTaskSuccess(token, 1)
    expect(() => flow.steps.sendTaskSuccess(token, 2)).toThrow(expect.objectContaining({ code: 'TaskTimedOut' }))
    expect(await ended).toMatchObject({ output: '1' })
  })

  it('times out after the seconds of its path, and its token expires', async () => {
    const Catch = [{ ErrorEquals: ['States.Timeout'], ResultPath: '$.error', Next: 'Waited' }]
    const waiting = callback({ TimeoutSecondsPath: '$.seconds', End: undefined, Next: 'Waited', Catch })
    const flow = await open({ StartAt: 'Wait', States: { Wait: waiting, Waited: { Type: 'Succeed' } } }, { invoke })
    const { output } = await run(flow, { uid: 'u', seconds: 60 })
    expect(JSON.parse(output ?? '')).toMatchObject({ error: { Error: 'States.Timeout' } })
    const token = await firstToken()
    expect(() => flow.steps.sendTaskSuccess(token, 1)).toThrow(expect.objectContaining({ code: 'TaskTimedOut' }))
  })

  it('fails with the error of its function', async () => {
    const broken = () => Promise.reject(new FunctionError({ errorType: 'NOT_ENGLISH', errorMessage: '', trace: [] }))
    expect(await run(await open(single(callback()), { invoke: broken }), { uid: 'u' })).toMatchObject({
      status: 'FAILED',
      error: 'NOT_ENGLISH',
    })
  })

  it('refuses a malformed token, and one of an execution that does not exist', async () => {
    const flow = await open(single(callback()), { invoke })
    const unknown = Buffer.from(JSON.stringify({ execution: 'arn:none', task: 'x' })).toString('base64')
    expect(() => flow.steps.sendTaskSuccess('abc', 1)).toThrow(expect.objectContaining({ code: 'InvalidToken' }))
    expect(() => flow.steps.sendTaskSuccess(unknown, 1)).toThrow(expect.objectContaining({ code: 'TaskDoesNotExist' }))
  })

  it('a stopped execution makes its tokens invalid', async () => {
    const flow = await open(single(callback()), { invoke })
    const { arn } = flow.steps.start(MACHINE, 'one', '{"uid":"u"}')
    const token = await firstToken()
    await flow.steps.stopExecution(arn, null, null)
    expect(() => flow.steps.sendTaskSuccess(token, 1)).toThrow(expect.objectContaining({ code: 'TaskTimedOut' }))
  })
})

it.each([
  ['JSONata', single({ ...task(), QueryLanguage: 'JSONata' })],
  ['Assign', single({ ...task(), Assign: { a: 1 } })],
  ['HeartbeatSeconds', single({ ...task(), HeartbeatSeconds: 1 })],
  ['TimeoutSecondsPath', single({ ...task(), TimeoutSecondsPath: '$.seconds' })],
  ['$$.Task', single({ ...task(), Parameters: { 'token.$': '$$.Task.Token' } })],
  ['states:::sqs:sendMessage', single({ ...task(), Resource: 'arn:aws:states:::sqs:sendMessage' })],
  [
    'distributed map',
    single({
      Type: 'Map',
      End: true,
      ItemProcessor: { ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' }, ...single(task()) },
    }),
  ],
  ['Parallel', single({ Type: 'Parallel', Branches: [single(task())], End: true })],
  ['arn:aws:states:::lambda:invoke', single({ ...task(), Resource: 'arn:aws:states:::lambda:invoke' })],
  ['ItemReader', single({ Type: 'Map', End: true, ItemReader: {}, ItemProcessor: single(task()) })],
])('a definition with %s is refused at the start by name', async (feature, definition) => {
  await expect(open(definition)).rejects.toThrow(feature)
})

it('an invalid definition is refused at the start', async () => {
  await expect(open({ StartAt: 'Missing', States: { Only: task() } })).rejects.toThrow()
})
