import { rm } from 'node:fs/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { createDeliveries } from '../../../local/events/deliveries.ts'
import { readFunctions } from '../../../local/functions/index.ts'
import { openInstallation } from '../../../local/machine/installation.ts'
import { createHostRewriter } from '../../../local/template/hosts.ts'
import { createResolver } from '../../../local/template/resolve.ts'
import type { StepFunctions } from '../../../local/workflow/index.ts'
import { inlineFunction, loadWritten } from '../written-assembly.ts'

const MACHINE = 'arn:aws:states:ap-northeast-2:000000000000:stateMachine:Flow'
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function open({ isAllowed = true, attempts }: { isAllowed?: boolean; attempts?: number } = {}) {
  // Counts its calls and fails as often as it is told to.
  const code =
    'let calls = 0; exports.handler = async ({ fail }) => { calls++; console.log("call " + calls); if (calls <= fail) throw new Error("down") }'
  const config = {
    Type: 'AWS::Lambda::EventInvokeConfig',
    Properties: { FunctionName: { Ref: 'Fn' }, MaximumRetryAttempts: attempts },
  }
  const assembly = await loadWritten({
    App: { Resources: { ...inlineFunction('Fn', code), ...(attempts !== undefined && { Config: config }) } },
  })
  const resolver = createResolver(assembly)
  const lines: string[] = []
  const functions = await readFunctions({
    assembly,
    resolver,
    hosts: createHostRewriter([]),
    installation: await openInstallation(assembly.data),
    awsUrl: 'http://127.0.0.1:1',
    log: (_, line) => lines.push(line),
  })
  const start = vi.fn<StepFunctions['start']>()
  const deliveries = createDeliveries({
    assembly,
    resolver,
    functions,
    stepFunctions: { start },
    isAllowed: () => isAllowed,
    waitScale: 0.0001,
    log: line => lines.push(line),
  })
  closing.push(() => rm(assembly.folder, { recursive: true, force: true }), functions.stop, deliveries.stop)
  return { deliveries, lines, start, arn: functions.find('Fn').settings.arn }
}
const calls = (lines: string[]) => lines.filter(line => line.startsWith('call ')).length

it('an event whose function fails is brought again, twice at most', async () => {
  const { deliveries, lines, arn } = await open()
  await deliveries.deliver({ arn, roleArn: undefined }, { fail: 9 })
  await expect.poll(() => lines.find(line => line === 'Fn failed: Error: down')).toBeDefined()
  await expect.poll(() => calls(lines)).toBe(3)
})

it('an event whose function then succeeds is not brought again', async () => {
  const { deliveries, lines, arn } = await open()
  await deliveries.deliver({ arn, roleArn: undefined }, { fail: 1 })
  await expect.poll(() => calls(lines)).toBe(2)
  expect(lines.filter(line => line.includes('will be repeated'))).toHaveLength(1)
})

it('a function that wants no repetition gets none', async () => {
  const { deliveries, lines, arn } = await open({ attempts: 0 })
  await deliveries.deliver({ arn, roleArn: undefined }, { fail: 9 })
  await expect.poll(() => calls(lines)).toBe(1)
  expect(lines).toContain('Fn failed: Error: down')
})

it('a state machine is started with the event', async () => {
  const { deliveries, start } = await open()
  await deliveries.deliver({ arn: MACHINE, roleArn: 'arn:role' }, { a: 1 })
  expect(start).toHaveBeenCalledWith(MACHINE, expect.stringMatching(/^[0-9a-f-]{36}$/), '{"a":1}')
})

it('a target whose role does not allow it gets nothing, and the terminal says so', async () => {
  const { deliveries, start, lines } = await open({ isAllowed: false })
  await deliveries.deliver({ arn: MACHINE, roleArn: 'arn:role' }, {})
  expect(start).not.toHaveBeenCalled()
  expect(lines[0]).toContain('arn:role does not allow states:StartExecution')
})

it('a target that this machine does not have is told, not thrown', async () => {
  const { deliveries, lines } = await open()
  await deliveries.deliver({ arn: 'arn:aws:sqs:x:y:queue', roleArn: undefined }, {})
  expect(lines[0]).toContain('does not have')
})
