import { SFNClient } from '@aws-sdk/client-sfn'
import * as z from 'zod'
import { type AwsService, jsonError, jsonResponse } from '#local-aws/aws/service.ts'
import type { Machine } from '../../lambdas/runtime/executions.ts'
import { sdkSettings } from './sdk-wire.ts'

const start = z.object({ stateMachineArn: z.string(), name: z.string(), input: z.string() })
const describe = z.object({ executionArn: z.string() })

export interface TestExecution {
  name: string
  input: unknown
  status: string
  error?: string
}

export interface TestMachines {
  machine: Machine
  closing: Machine
  /** Executions of both machines, in order of their start. */
  started: TestExecution[]
  closed: TestExecution[]
  /** The next call fails with this error. */
  failNext(type: string): void
}

/** A Step Functions client that only starts, stops and describes executions; their status is set by the test. */
export function openMachines(): TestMachines {
  const started: TestExecution[] = []
  const closed: TestExecution[] = []
  let failure: string | undefined
  const listOf = (arn: string) => (arn.includes('Closing') ? closed : started)
  const service: AwsService = {
    accessOf: () => [],
    async handle({ operation, body }) {
      const type = failure
      failure = undefined
      if (type !== undefined) return jsonError(400, type, 'as the test asked')
      if (operation === 'StartExecution') return startExecution(body)
      return operation === 'StopExecution' ? stopExecution(body) : describeExecution(body)
    },
  }
  function startExecution(body: Buffer) {
    const { stateMachineArn, name, input } = start.parse(JSON.parse(body.toString()))
    const list = listOf(stateMachineArn)
    if (list.some(one => one.name === name)) return jsonError(400, 'ExecutionAlreadyExists', name)
    list.push({ name, input: JSON.parse(input), status: 'RUNNING' })
    return jsonResponse({ executionArn: name, startDate: 0 })
  }
  function describeExecution(body: Buffer) {
    const { executionArn } = describe.parse(JSON.parse(body.toString()))
    const [, , , , , kind, , name] = executionArn.split(':')
    const found = kind === 'execution' ? listOf(executionArn).find(one => one.name === name) : undefined
    if (!found) return jsonError(400, 'ExecutionDoesNotExist', executionArn)
    return jsonResponse({
      executionArn,
      stateMachineArn: '',
      name,
      startDate: 0,
      status: found.status,
      error: found.error,
    })
  }
  function stopExecution(body: Buffer) {
    const name = describe.parse(JSON.parse(body.toString())).executionArn.split(':').at(-1)
    const found = started.find(one => one.name === name)
    if (!found) return jsonError(400, 'ExecutionDoesNotExist', String(name))
    found.status = 'ABORTED'
    return jsonResponse({ stopDate: 0 })
  }
  const client = new SFNClient(sdkSettings(service))
  const arn = (name: string) => `arn:aws:states:ap-northeast-2:000000000000:stateMachine:${name}`
  return {
    machine: { client, arn: arn('Video') },
    closing: { client, arn: arn('Closing') },
    started,
    closed,
    failNext(type) {
      failure = type
    },
  }
}
