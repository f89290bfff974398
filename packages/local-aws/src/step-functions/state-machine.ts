import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { FunctionError, ThrottledError } from '../lambda/errors.ts'
import type { Resource } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'
import { type CompiledDefinition, type CompileOptions, compileDefinition, TASK_TOKEN } from './definition.ts'
import type { OpenTask } from './task-tokens.ts'

/** Maximum bytes of a state's input and of its output. */
export const STATE_LIMIT = 256 * 1024

/** A state machine of the template. */
export interface Machine {
  arn: string
  name: string
  roleArn: string
  definition: CompiledDefinition
}

/** A call of a function by a task. */
export interface TaskCall {
  functionArn: string
  /** Role of the machine, which must allow the call. */
  roleArn: string
  payload: unknown
}

const machineSchema = z.object({
  DefinitionString: z.string(),
  /** Not supported: the definition would run with its placeholders. */
  DefinitionSubstitutions: z.never().optional(),
  RoleArn: z.string(),
  StateMachineType: z.literal('STANDARD').default('STANDARD'),
})

/** Reads a machine. Throws if its definition uses an unsupported feature. */
export function readMachine(resource: Resource, resolver: Resolver, options: CompileOptions): Machine {
  const { DefinitionString, RoleArn } = resolver.read(resource, machineSchema)
  const name = resolver.attribute(resource, 'Name')
  return {
    arn: resolver.ref(resource),
    name,
    roleArn: RoleArn,
    definition: compileDefinition(name, DefinitionString, options),
  }
}

/** The error as Catch and Retry see it: `name` becomes `Error`, `message` becomes `Cause`. */
function taskError(error: unknown): Error {
  if (error instanceof ThrottledError) {
    const { name, message, status } = error
    const cause = `${message} (Service: AWSLambda; Status Code: ${status}; Error Code: ${name}; Request ID: ${randomUUID()}; Proxy: null)`
    return Object.assign(new Error(cause, { cause: error }), { name: `Lambda.${name}` })
  }
  if (error instanceof FunctionError)
    return Object.assign(new Error(JSON.stringify(error.report), { cause: error }), { name: error.report.errorType })
  return error instanceof Error ? error : new Error(String(error))
}

const callbackInput = z.object({
  payload: z.record(z.string(), z.unknown()),
  seconds: z.number().optional(),
  scale: z.number(),
})

/**
 * Invokes the function of a task with the task's token and waits until the token is returned. The timeout begins when the
 * function has returned, because waits are scaled here and functions are not.
 */
async function untilTokenReturns(
  task: OpenTask,
  input: unknown,
  run: (payload: unknown) => Promise<unknown>,
): Promise<unknown> {
  const { payload, seconds, scale } = callbackInput.parse(input)
  const withToken = Object.entries(payload).map(([key, value]) => [key, value === TASK_TOKEN ? task.token : value])
  try {
    await run(Object.fromEntries(withToken))
    return await task.result(seconds === undefined ? undefined : seconds * 1000 * scale)
  } finally {
    task.close()
  }
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
const json: z.ZodType<Json> = z.json()

interface HandlerOptions {
  invoke(call: TaskCall): Promise<unknown>
  /** Opens a task that ends when its token is returned. */
  openTask(): OpenTask
  /** Throws once the execution is over, and ends it if a value is too large. */
  guard(state: string, value: unknown): void
}

/** Builds the handlers of all Task states for the interpreter. */
export function taskHandlers(
  machine: Machine,
  { invoke, openTask, guard }: HandlerOptions,
): Record<string, (input: unknown) => Promise<Json>> {
  const { roleArn } = machine
  const handlers = [...machine.definition.tasks].map(([state, { functionArn, waitsForToken }]) => {
    const run = (payload: unknown) => invoke({ functionArn, roleArn, payload })
    const handler = async (payload: unknown): Promise<Json> => {
      guard(state, payload)
      try {
        const work = waitsForToken ? untilTokenReturns(openTask(), payload, run) : run(payload)
        const result = json.parse((await work) ?? null)
        guard(state, result)
        return result
      } catch (error) {
        throw taskError(error)
      }
    }
    return [state, handler] as const
  })
  return Object.fromEntries(handlers)
}
