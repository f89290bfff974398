import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { type Access, type AwsRequest, type AwsService, jsonAnswer, jsonError } from '../aws/service.ts'
import type { Execution } from './execution-store.ts'
import { ExecutionRefusedError, type StepFunctions } from './index.ts'
import { STATE_LIMIT } from './state-machine.ts'

/** AWS refuses these characters, whitespace and control characters in a name, and more than 80 of them. */
const NAME = /^[^\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}]{1,80}$/u

const execution = z.object({ executionArn: z.string() })
const stopInput = execution.extend({ error: z.string().nullish(), cause: z.string().nullish() })
const startInput = z.object({
  stateMachineArn: z.string(),
  name: z.string().optional(),
  input: z.string().default('{}'),
})
const listInput = z.object({ stateMachineArn: z.string(), statusFilter: z.string().optional() })

/** The wire of Step Functions, as far as executions go. */
export function createStepFunctionsApi(stepFunctions: StepFunctions): AwsService {
  const operations: Record<string, (body: unknown) => unknown> = {
    StartExecution(body) {
      const { stateMachineArn, name = randomUUID(), input } = startInput.parse(body)
      checkName(name)
      checkInput(input)
      const started = stepFunctions.start(stateMachineArn, name, input)
      return { executionArn: started.arn, startDate: started.started / 1000 }
    },
    DescribeExecution: body => described(stepFunctions.describe(execution.parse(body).executionArn)),
    async StopExecution(body) {
      const { executionArn, error, cause } = stopInput.parse(body)
      const stopped = await stepFunctions.stopExecution(executionArn, error ?? null, cause ?? null)
      return { stopDate: (stopped.stopped ?? stopped.started) / 1000 }
    },
    RedriveExecution(body) {
      const redriven = stepFunctions.redrive(execution.parse(body).executionArn)
      return { redriveDate: redriven.started / 1000 }
    },
    ListExecutions(body) {
      const { stateMachineArn, statusFilter } = listInput.parse(body)
      const executions = stepFunctions
        .list()
        .filter(one => one.machine === stateMachineArn && (!statusFilter || one.status === statusFilter))
      return { executions: executions.map(listed) }
    },
    GetExecutionHistory(body) {
      const { arn } = stepFunctions.describe(execution.parse(body).executionArn)
      const events = stepFunctions.history(arn).map((event, index) => {
        return { id: index + 1, previousEventId: index, timestamp: event.at / 1000, type: event.type }
      })
      return { events }
    },
  }

  return {
    accessOf,
    async handle(request) {
      const operation = operations[request.operation]
      if (!operation) return jsonError(400, 'UnknownOperationException', `${request.operation} is not served locally.`)
      try {
        return jsonAnswer(await operation(JSON.parse(request.body.toString() || '{}')))
      } catch (error) {
        if (error instanceof ExecutionRefusedError) return jsonError(400, error.name, error.message)
        if (error instanceof z.ZodError) return jsonError(400, 'ValidationException', z.prettifyError(error))
        throw error
      }
    },
  }
}

const target = z.object({ stateMachineArn: z.string().optional(), executionArn: z.string().optional() })

function accessOf(request: AwsRequest): Access[] {
  const { stateMachineArn, executionArn } = target.catch({}).parse(parseOrEmpty(request.body))
  return [{ action: `states:${request.operation}`, resource: stateMachineArn ?? executionArn ?? '*' }]
}

function parseOrEmpty(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return {}
  }
}

function checkName(name: string): void {
  if (!NAME.test(name)) throw new ExecutionRefusedError('InvalidName', `Invalid Name: '${name}'`)
}

function checkInput(input: string): void {
  if (Buffer.byteLength(input) > STATE_LIMIT)
    throw new ExecutionRefusedError(
      'ValidationException',
      `Member must have length less than or equal to ${STATE_LIMIT}`,
    )
  try {
    JSON.parse(input)
  } catch (error) {
    throw new ExecutionRefusedError(
      'InvalidExecutionInput',
      `Invalid State Machine Execution Input: '${String(error)}'`,
    )
  }
}

const listed = ({ arn, machine, name, status, started, stopped }: Execution) => ({
  executionArn: arn,
  stateMachineArn: machine,
  name,
  status,
  startDate: started / 1000,
  ...(stopped !== null && { stopDate: stopped / 1000 }),
})

const described = (one: Execution) => ({
  ...listed(one),
  input: one.input,
  inputDetails: { included: true },
  redriveCount: one.redrives,
  ...(one.output !== null && { output: one.output, outputDetails: { included: true } }),
  ...(one.error !== null && { error: one.error }),
  ...(one.cause !== null && { cause: one.cause }),
})
