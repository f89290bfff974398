import * as z from 'zod'
import { loadAssembly } from '#local-aws/template/index.ts'
import { createResolver } from '#local-aws/template/resolve.ts'
import type { FunctionName } from '../../../lambdas/contract/functions.ts'
import { functionOf } from './altered-assembly.ts'
import { FAULTS, type Fault, type FaultKind } from './faults.ts'

/** A state in one of the application's state machines. */
export interface State {
  machine: 'Video' | 'Closing'
  name: string
  type: string
  /** The Lambda function of a Task. */
  function?: FunctionName
  /** Constant strings in a task's input, which distinguish states that share a function. */
  event: Record<string, string>
}

/** One fault in one state. */
export interface Pair {
  state: State
  what: FaultKind
}

const stateShape = z.looseObject({
  Type: z.string(),
  Resource: z.string().optional(),
  Parameters: z.record(z.string(), z.unknown()).default({}),
  ItemProcessor: z.object({ States: z.record(z.string(), z.unknown()) }).optional(),
})
/** Parameters of a task that waits for its token; its Resource names Lambda's invocation instead of the function. */
const invocation = z.object({ FunctionName: z.string(), Payload: z.record(z.string(), z.unknown()) })
const machineShape = z.object({ DefinitionString: z.string() })
const definition = z.object({ States: z.record(z.string(), z.unknown()) })

/** Lists every state of the synthesized state machines, including those inside a Map. */
export async function statesOf(assemblyFolder: string): Promise<State[]> {
  const assembly = await loadAssembly(assemblyFolder)
  const resolver = createResolver(assembly)
  const functions = new Map(
    assembly
      .ofType('AWS::Lambda::Function')
      .map(resource => [resolver.attribute(resource, 'Arn'), functionOf(resource.properties.Description)]),
  )
  const read = (machine: State['machine'], states: Record<string, unknown>): State[] =>
    Object.entries(states).flatMap(([name, value]) => {
      const { Type, Resource = '', Parameters, ItemProcessor } = stateShape.parse(value)
      const { FunctionName, Payload } = invocation.safeParse(Parameters).data ?? {
        FunctionName: Resource,
        Payload: Parameters,
      }
      const event = Object.fromEntries(
        Object.entries(Payload).flatMap(([field, text]) =>
          typeof text === 'string' && !field.endsWith('.$') ? [[field, text]] : [],
        ),
      )
      const state = { machine, name, type: Type, function: functions.get(FunctionName), event }
      return [state, ...read(machine, ItemProcessor?.States ?? {})]
    })
  return assembly.ofType('AWS::StepFunctions::StateMachine').flatMap(resource => {
    const { DefinitionString } = resolver.read(resource, machineShape)
    const machine = resource.logicalId.includes('Closing') ? 'Closing' : 'Video'
    return read(machine, definition.parse(JSON.parse(DefinitionString)).States)
  })
}

/** Combines every fault with every state, and lists the pairs that cannot be run, with the reason. */
export function pairsOf(states: readonly State[]): { pairs: Pair[]; uncovered: { pair: Pair; reason: string }[] } {
  const all = states.flatMap(state => FAULTS.map(what => ({ state, what })))
  const reasons = all.map(pair => ({ pair, reason: reasonAgainst(pair) }))
  return {
    pairs: reasons.filter(({ reason }) => reason === undefined).map(({ pair }) => pair),
    uncovered: reasons.flatMap(({ pair, reason }) => (reason === undefined ? [] : [{ pair, reason }])),
  }
}

function reasonAgainst({ state, what }: Pair): string | undefined {
  if (state.function === undefined) return `${state.type} is Step Functions' own work and calls no function`
  if (what === 'stopped meanwhile' && state.machine === 'Closing')
    return 'stopping the closing machine stops the last resort itself; the sweeper starts it again an hour later'
  return undefined
}

/** The fault for a pair; a function is killed at this outgoing call. */
export function faultOf({ state, what }: Pair, call: number): Fault {
  const times = what === 'throttled' ? 3 : what === 'fails in passing' ? 2 : 1
  return { function: state.function ?? '', event: state.event, what, call, times }
}

/** Faults that a video survives in any state. */
export const SURVIVED: ReadonlySet<FaultKind> = new Set([
  'throttled',
  'fails in passing',
  'answers twice',
  'runs twice at once',
])
