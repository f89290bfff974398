import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createEventBus, type EventBus } from '../../src/eventbridge/index.ts'
import { createResolver } from '../../src/template/resolve.ts'
import { loadWritten } from '../support/written-assembly.ts'

const deliver = vi.fn(async () => {})
let bus: EventBus
let folder = ''
beforeEach(() => deliver.mockClear())
afterEach(async () => {
  bus.stop()
  vi.useRealTimers()
  await rm(folder, { recursive: true, force: true })
})

async function open(rules: Record<string, Record<string, unknown>>, schedules = false): Promise<void> {
  const entries = Object.entries(rules).map(([id, rule]) => {
    const Properties = { Name: `name-of-${id}`, Targets: [{ Id: 'T', Arn: `arn:${id}` }], ...rule }
    return [id, { Type: 'AWS::Events::Rule', Properties }]
  })
  const assembly = await loadWritten({ App: { Resources: Object.fromEntries(entries) } })
  folder = assembly.folder
  bus = createEventBus({ assembly, resolver: createResolver(assembly), now: Date.now, schedules })
  bus.deliverTo(deliver)
}
const ofSource = (source: string) => ({ EventPattern: { source: [source] } })

it('every matching rule delivers the event, completed with id, account, region and time', async () => {
  await open({ One: ofSource('mine'), Two: ofSource('mine'), Other: ofSource('other') })
  bus.put({ source: 'mine', 'detail-type': 'T', detail: { a: 1 } })
  const event = expect.objectContaining({
    version: '0',
    id: expect.any(String),
    account: '000000000000',
    region: 'ap-northeast-2',
    detail: { a: 1 },
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  })
  expect(deliver.mock.calls).toEqual([
    [{ arn: 'arn:One', roleArn: undefined }, event],
    [{ arn: 'arn:Two', roleArn: undefined }, event],
  ])
})

it('a rule that is disabled in the template delivers nothing', async () => {
  await open({ Off: { ...ofSource('mine'), State: 'DISABLED' } })
  bus.put({ source: 'mine', 'detail-type': 'T', detail: {} })
  expect(deliver).not.toHaveBeenCalled()
})

it('a disabled rule delivers nothing until it is enabled', async () => {
  await open({ One: ofSource('mine') })
  bus.setEnabled('One', false)
  bus.put({ source: 'mine', 'detail-type': 'T', detail: {} })
  expect(deliver).not.toHaveBeenCalled()
  bus.setEnabled('One', true)
  bus.put({ source: 'mine', 'detail-type': 'T', detail: {} })
  expect(deliver).toHaveBeenCalledTimes(1)
})

it('a scheduled rule runs whenever it is due, until the bus stops', async () => {
  vi.useFakeTimers()
  await open({ Often: { ScheduleExpression: 'rate(5 minutes)' } }, true)
  await vi.advanceTimersByTimeAsync(16 * 60_000)
  expect(deliver).toHaveBeenCalledTimes(3)
  bus.stop()
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(deliver).toHaveBeenCalledTimes(3)
})

it('without schedules a rule runs only on request', async () => {
  vi.useFakeTimers()
  await open({ Often: { ScheduleExpression: 'rate(5 minutes)' } })
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(deliver).not.toHaveBeenCalled()
  await bus.runRule('Often')
  await bus.runRule('name-of-Often')
  expect(deliver).toHaveBeenCalledTimes(2)
  expect(deliver).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ 'detail-type': 'Scheduled Event' }))
})

it('an unknown rule is named in the error', async () => {
  await open({ One: ofSource('mine') })
  await expect(bus.runRule('Two')).rejects.toThrow('No rule is named Two')
})
