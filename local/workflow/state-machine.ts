import * as z from 'zod'
import { FunctionError } from '../functions/lambda.ts'
import type { Resource } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'
import { type CompiledDefinition, type CompileOptions, compileDefinition } from './definition.ts'

/** Most bytes of a state's input and of its output. */
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
  DefinitionString: z.string().optional(),
  DefinitionSubstitutions: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  RoleArn: z.string(),
  StateMachineType: z.enum(['STANDARD']).default('STANDARD'),
})

/** Reads a machine; throws where its definition uses what does not run here. */
export function readMachine(resource: Resource, resolver: Resolver, options: CompileOptions): Machine {
  const { DefinitionString, DefinitionSubstitutions, RoleArn } = resolver.read(resource, machineSchema)
  if (!DefinitionString) throw new Error(`${resource.stack}/${resource.logicalId} has no DefinitionString.`)
  const text = DefinitionString.replace(/\$\{(\w+)\}/g, (whole, name: string) =>
    name in DefinitionSubstitutions ? JSON.stringify(String(DefinitionSubstitutions[name])).slice(1, -1) : whole,
  )
  const definition = compileDefinition(text, options)
  for (const [name, { resource: of }] of definition.tasks)
    if (!isFunction(of) && !isInvoke(of)) throw new Error(`The state ${name} calls ${of}, which does not run here.`)
  return {
    arn: resolver.ref(resource),
    name: resolver.attribute(resource, 'Name'),
    roleArn: RoleArn,
    definition,
  }
}

const isFunction = (resource: string) => resource.startsWith('arn:aws:lambda:')
const isInvoke = (resource: string) => resource === 'arn:aws:states:::lambda:invoke'
const invocation = z.object({ FunctionName: z.string(), Payload: z.unknown().optional() })

/** An error as a Catch or a Retry sees it: `Error` is its name, `Cause` its message. */
export function taskError(error: unknown): Error {
  if (error instanceof FunctionError)
    return Object.assign(new Error(JSON.stringify(error.report)), { name: error.report.errorType })
  return error instanceof Error ? error : new Error(String(error))
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
const json: z.ZodType<Json> = z.json()

/** What each Task state does, for the interpreter. `guard` throws once the execution is over or a value too large. */
export function taskHandlers(
  machine: Machine,
  invoke: (call: TaskCall) => Promise<unknown>,
  guard: (state: string, value: unknown) => void,
): Record<string, (input: unknown) => Promise<Json>> {
  const call = async (state: string, functionArn: string, payload: unknown): Promise<Json> => {
    guard(state, payload)
    try {
      const result = json.parse((await invoke({ functionArn, roleArn: machine.roleArn, payload })) ?? null)
      guard(state, result)
      return result
    } catch (error) {
      throw taskError(error)
    }
  }
  const handlers = [...machine.definition.tasks].map(([name, { resource }]) => {
    if (isFunction(resource)) return [name, (input: unknown) => call(name, resource, input)] as const
    const handler = async (input: unknown): Promise<Json> => {
      const { FunctionName, Payload } = invocation.parse(input)
      return { ExecutedVersion: '$LATEST', Payload: await call(name, FunctionName, Payload ?? {}), StatusCode: 200 }
    }
    return [name, handler] as const
  })
  return Object.fromEntries(handlers)
}
