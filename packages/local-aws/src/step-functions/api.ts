import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { type Access, type AwsRequest, type AwsService, jsonResponse, ServiceFault } from '../aws/service.ts'
import type { Execution } from './execution-store.ts'
import type { StepFunctions } from './index.ts'
import { STATE_LIMIT } from './state-machine.ts'

/** AWS refuses these characters, whitespace, control characters, and names longer than 80 characters. */
const NAME = /^[^\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}]{1,80}$/u

const execution = z.object({ executionArn: z.string() })
const stopInput = execution.extend({ error: z.string().nullish(), cause: z.string().nullish() })
const startInput = z.object({
  stateMachineArn: z.string(),
  name: z.string().optional(),
  input: z.string().default('{}'),
})

const successInput = z.object({ taskToken: z.string().min(1).max(2048), output: z.string() })

/** The API of Step Functions: starting, stopping, redriving and describing executions, and ending tasks by their token. */
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
    SendTaskSuccess(body) {
      const { taskToken, output } = successInput.parse(body)
      checkSize(output)
      stepFunctions.sendTaskSuccess(taskToken, parseOutput(output))
      return {}
    },
  }

  return {
    accessOf,
    async handle(request) {
      const operation = operations[request.operation]
      if (!operation)
        throw new ServiceFault(
          'UnknownOperationException',
          `The local Step Functions do not support ${request.operation}.`,
        )
      try {
        return jsonResponse(await operation(JSON.parse(request.body.toString() || '{}')))
      } catch (error) {
        if (error instanceof z.ZodError) throw new ServiceFault('ValidationException', z.prettifyError(error))
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
  if (!NAME.test(name)) throw new ServiceFault('InvalidName', `Invalid Name: '${name}'`)
}

function checkSize(text: string): void {
  if (Buffer.byteLength(text) > STATE_LIMIT)
    throw new ServiceFault('ValidationException', `Member must have length less than or equal to ${STATE_LIMIT}`)
}

function parseOutput(output: string): unknown {
  try {
    return JSON.parse(output)
  } catch (error) {
    throw new ServiceFault('InvalidOutput', `Invalid Output: '${String(error)}'`)
  }
}

function checkInput(input: string): void {
  checkSize(input)
  try {
    JSON.parse(input)
  } catch (error) {
    throw new ServiceFault('InvalidExecutionInput', `Invalid State Machine Execution Input: '${String(error)}'`)
  }
}

const described = (one: Execution) => ({
  executionArn: one.arn,
  stateMachineArn: one.machine,
  name: one.name,
  status: one.status,
  startDate: one.started / 1000,
  ...(one.stopped !== null && { stopDate: one.stopped / 1000 }),
  input: one.input,
  inputDetails: { included: true },
  redriveCount: one.redrives,
  ...(one.output !== null && { output: one.output, outputDetails: { included: true } }),
  ...(one.error !== null && { error: one.error }),
  ...(one.cause !== null && { cause: one.cause }),
})
