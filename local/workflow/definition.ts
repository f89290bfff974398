import { StateMachine, type StateMachineDefinition } from 'aws-local-stepfunctions'
import * as z from 'zod'

/** A definition in the States Language, ready to run here. */
export interface CompiledDefinition {
  asl: StateMachine
  /** Task states by their name, nested ones included. */
  tasks: Map<string, { resource: string }>
  /** Milliseconds of the Wait states whose seconds come from their input, where waits are scaled. */
  waits: Record<string, number>
}

export interface CompileOptions {
  /** Factor on the seconds of Wait states and between retries; tests take a small one. */
  waitScale: number
  /** Takes the place of the machine's TimeoutSeconds. */
  timeoutSeconds?: number | undefined
}

/** Seconds that a wait takes, before scaling, whose own stand in its input: the interpreter takes whole ones only. */
const WAIT_FROM_INPUT = 10
/** The most seconds setTimeout can take; AWS allows more, which nobody waits for. */
const LONGEST_SECONDS = 2_147_483

/** What the interpreter lacks; a definition that uses it would behave otherwise than on AWS. */
const UNSUPPORTED = [
  'Assign',
  'Arguments',
  'Output',
  'ItemReader',
  'ItemBatcher',
  'ResultWriter',
  'HeartbeatSeconds',
  'HeartbeatSecondsPath',
  'ToleratedFailurePercentage',
  'ToleratedFailureCount',
  'Credentials',
]

const states = z.record(z.string(), z.looseObject({ Type: z.string() }))
const retriers = z.array(
  z.looseObject({ IntervalSeconds: z.number().default(1), MaxDelaySeconds: z.number().optional() }),
)
const machine = z.looseObject({ States: states, TimeoutSeconds: z.number().optional() })
type State = z.infer<typeof states>[string]

/** Checks a definition and gives it this machine's times. Throws with the state's name on what does not run here. */
export function compileDefinition(text: string, options: CompileOptions): CompiledDefinition {
  const definition = z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  const tasks = new Map<string, { resource: string }>()
  const waits: Record<string, number> = {}

  const adaptState = (name: string, state: State): State => {
    refuseUnsupported(name, state)
    const adapted: State = { ...state }
    delete adapted.QueryLanguage
    if (state.Type === 'Task') {
      if (tasks.has(name)) throw new Error(`Two states are named ${name}.`)
      tasks.set(name, { resource: z.string().parse(state.Resource) })
      // Without one the interpreter takes 60 seconds, AWS 99,999,999.
      if (!('TimeoutSecondsPath' in state))
        adapted.TimeoutSeconds = Math.min(
          z.number().catch(LONGEST_SECONDS).parse(state.TimeoutSeconds),
          LONGEST_SECONDS,
        )
    }
    if (state.Type === 'Wait' && typeof state.Seconds === 'number') adapted.Seconds = state.Seconds * options.waitScale
    if (state.Type === 'Wait' && state.SecondsPath && options.waitScale !== 1)
      waits[name] = WAIT_FROM_INPUT * 1000 * options.waitScale
    if (state.Retry)
      adapted.Retry = retriers.parse(state.Retry).map(retrier => ({
        ...retrier,
        IntervalSeconds: retrier.IntervalSeconds * options.waitScale,
        ...(retrier.MaxDelaySeconds && { MaxDelaySeconds: retrier.MaxDelaySeconds * options.waitScale }),
      }))
    for (const key of ['Iterator', 'ItemProcessor']) if (state[key]) adapted[key] = adaptMachine(state[key])
    if (state.Branches) adapted.Branches = z.array(z.unknown()).parse(state.Branches).map(adaptMachine)
    return adapted
  }

  const adaptMachine = (input: unknown): unknown => {
    const { QueryLanguage, ...parsed } = machine.parse(input)
    if (QueryLanguage && QueryLanguage !== 'JSONPath') throw new Error(`${QueryLanguage} does not run here.`)
    const entries = Object.entries(parsed.States).map(([name, state]) => [name, adaptState(name, state)])
    return { ...parsed, States: Object.fromEntries(entries) }
  }

  const adapted = z.record(z.string(), z.unknown()).parse(adaptMachine(definition))
  const timeout = options.timeoutSeconds ?? z.number().optional().parse(definition.TimeoutSeconds)
  if (timeout !== undefined) adapted.TimeoutSeconds = Math.min(timeout, LONGEST_SECONDS)
  validate(definition)
  return { asl: new StateMachine(definitionOf(adapted), { validationOptions: { noValidate: true } }), tasks, waits }
}

const isDefinition = (value: unknown): value is StateMachineDefinition => machine.safeParse(value).success

function definitionOf(value: unknown): StateMachineDefinition {
  if (!isDefinition(value)) throw new Error('This is no definition of a state machine.')
  return value
}

/** The scaled definition has fractions of seconds; the one that is deployed is checked against the language. */
function validate(definition: unknown): void {
  new StateMachine(definitionOf(definition), { validationOptions: { checkArn: false } })
}

function refuseUnsupported(name: string, state: State): void {
  const field = UNSUPPORTED.find(key => key in state)
  const refused =
    field ??
    (state.QueryLanguage && state.QueryLanguage !== 'JSONPath' ? String(state.QueryLanguage) : undefined) ??
    /\$\$\.(?:Task|State)\b/.exec(JSON.stringify({ ...state, Iterator: 0, ItemProcessor: 0, Branches: 0 }))?.[0]
  if (refused) throw new Error(`The state ${name} uses ${refused}, which does not run on the local cloud.`)
  const mode = z
    .object({ ItemProcessor: z.object({ ProcessorConfig: z.object({ Mode: z.string() }) }) })
    .safeParse(state)
  if (mode.data?.ItemProcessor.ProcessorConfig.Mode === 'DISTRIBUTED')
    throw new Error(`The state ${name} is a distributed map, which does not run on the local cloud.`)
}
