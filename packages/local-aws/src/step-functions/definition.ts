import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StateMachine, type StateMachineDefinition } from 'aws-local-stepfunctions'
import * as z from 'zod'
import { LocalError } from '../machine/terminal.ts'

/** A definition in the States Language, compiled for this machine. */
export interface CompiledDefinition {
  asl: StateMachine
  /** The function that each Task state calls, by the state's name, including states inside a Map. */
  tasks: Map<string, TaskFunction>
  /** Milliseconds of the Wait states that read their seconds from the input, if waits are scaled. */
  waits: Record<string, number>
}

export interface TaskFunction {
  functionArn: string
  /** Whether the state waits for SendTaskSuccess instead of the function's result. */
  waitsForToken: boolean
}

export interface CompileOptions {
  /** Scales the seconds of Wait states and between retries. Tests use a small factor. */
  waitScale: number
  /** Replaces TimeoutSeconds of the machine with this name unless it returns undefined. */
  timeLimit?: ((machine: string) => number | undefined) | undefined
  /** Folder that records valid definitions. The first check compiles the language's schemas, which takes a second. */
  checked: string
}

/** A definition uses a feature that would behave differently here than on AWS. The message names state and feature. */
class UnknownStateError extends LocalError {
  constructor(state: string, feature: string) {
    super('STATE_UNKNOWN', `The state ${state} uses ${feature}, which is not supported.`)
  }
}

/** Unscaled seconds that stand for seconds from the input, because the interpreter accepts only whole seconds. */
const WAIT_FROM_INPUT = 10
/** Longest delay of setTimeout, in seconds. AWS allows longer ones. */
const LONGEST_SECONDS = 2_147_483

/** Supported fields, by type of state. */
const COMMON = [
  'Type',
  'Comment',
  'Next',
  'End',
  'InputPath',
  'OutputPath',
  'ResultPath',
  'Parameters',
  'QueryLanguage',
]
const FIELDS: Record<string, readonly string[]> = {
  Task: [...COMMON, 'Resource', 'Retry', 'Catch', 'TimeoutSeconds', 'TimeoutSecondsPath'],
  Map: [...COMMON, 'ItemsPath', 'ItemSelector', 'ItemProcessor', 'MaxConcurrency', 'Retry', 'Catch'],
  Choice: [...COMMON, 'Choices', 'Default'],
  Wait: [...COMMON, 'Seconds', 'SecondsPath'],
  Pass: [...COMMON, 'Result'],
  Succeed: COMMON,
  Fail: [...COMMON, 'Error', 'Cause', 'ErrorPath', 'CausePath'],
}

const states = z.record(z.string(), z.looseObject({ Type: z.string() }))
const retriers = z.array(
  z.looseObject({ IntervalSeconds: z.number().default(1), MaxDelaySeconds: z.number().optional() }),
)
const machine = z.looseObject({ States: states, TimeoutSeconds: z.number().optional() })
type State = z.infer<typeof states>[string]

/**
 * Checks a definition and scales its times.
 * @throws UnknownStateError for an unsupported feature
 */
export function compileDefinition(machineName: string, text: string, options: CompileOptions): CompiledDefinition {
  const definition: unknown = JSON.parse(text)
  const tasks = new Map<string, TaskFunction>()
  const waits: Record<string, number> = {}

  const adaptState = (name: string, state: State): State => {
    refuseUnknown(name, state)
    const { QueryLanguage, ...adapted } = state
    if (state.Type === 'Task') {
      if (tasks.has(name)) throw new Error(`Two states are named ${name}.`)
      const task = readTask(name, state)
      tasks.set(name, task)
      if (task.waitsForToken) adapted.Parameters = callbackParameters(state, options.waitScale)
      delete adapted.TimeoutSecondsPath
      // Without a timeout the interpreter would allow 60 seconds; AWS allows 99,999,999.
      const timeout = task.waitsForToken ? undefined : state.TimeoutSeconds
      adapted.TimeoutSeconds = Math.min(z.number().catch(LONGEST_SECONDS).parse(timeout), LONGEST_SECONDS)
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
    if (state.ItemProcessor) adapted.ItemProcessor = adaptMachine(state.ItemProcessor)
    return adapted
  }

  const adaptMachine = (input: unknown): z.infer<typeof machine> => {
    const { QueryLanguage, ...parsed } = machine.parse(input)
    if (QueryLanguage && QueryLanguage !== 'JSONPath') throw new UnknownStateError('machine', String(QueryLanguage))
    const entries = Object.entries(parsed.States).map(([name, state]) => [name, adaptState(name, state)])
    return { ...parsed, States: Object.fromEntries(entries) }
  }

  const adapted = adaptMachine(definition)
  const timeout = options.timeLimit?.(machineName) ?? adapted.TimeoutSeconds
  if (timeout !== undefined) adapted.TimeoutSeconds = Math.min(timeout, LONGEST_SECONDS)
  checkLanguage(text, options.checked)
  return {
    asl: new StateMachine(requireDefinition(adapted), { validationOptions: { noValidate: true } }),
    tasks,
    waits,
  }
}

/** Digests of the definitions that this process found valid, for tests that use many data folders. */
const valid = new Set<string>()

/**
 * Validates a definition against the States Language. Checks it as deployed, because the scaled one has fractions of
 * seconds. Throws if it is invalid.
 */
function checkLanguage(text: string, checked: string): void {
  const digest = createHash('sha256').update(text).digest('hex')
  const mark = join(checked, digest)
  if (valid.has(digest) || existsSync(mark)) return
  new StateMachine(requireDefinition(JSON.parse(text)), { validationOptions: { checkArn: false } })
  mkdirSync(checked, { recursive: true })
  writeFileSync(mark, '')
  valid.add(digest)
}

const isDefinition = (value: unknown): value is StateMachineDefinition => machine.safeParse(value).success

function requireDefinition(value: unknown): StateMachineDefinition {
  if (!isDefinition(value)) throw new Error('This is not the definition of a state machine.')
  return value
}

const CALLBACK = 'arn:aws:states:::lambda:invoke.waitForTaskToken'
const callbackSchema = z.strictObject({ FunctionName: z.string(), Payload: z.record(z.string(), z.unknown()) })

function readTask(name: string, { Resource, Parameters, TimeoutSecondsPath }: State): TaskFunction {
  if (Resource === CALLBACK) return { functionArn: callbackSchema.parse(Parameters).FunctionName, waitsForToken: true }
  if (TimeoutSecondsPath !== undefined) throw new UnknownStateError(name, 'TimeoutSecondsPath')
  if (typeof Resource === 'string' && Resource.startsWith('arn:aws:lambda:'))
    return { functionArn: Resource, waitsForToken: false }
  throw new UnknownStateError(name, String(Resource))
}

/** Stands for the token of a task, which the interpreter does not know; the task's handler puts the token in its place. */
export const TASK_TOKEN = '$$.Task.Token'

/** Parameters from which the handler of a state with a token reads the payload, the seconds of its timeout and their scale. */
function callbackParameters({ Parameters, TimeoutSeconds, TimeoutSecondsPath }: State, scale: number): object {
  const { Payload } = callbackSchema.parse(Parameters)
  const entries = Object.entries(Payload).map(([key, value]) =>
    value === TASK_TOKEN ? [key.replace(/\.\$$/, ''), TASK_TOKEN] : [key, value],
  )
  const timeout = TimeoutSecondsPath === undefined ? { seconds: TimeoutSeconds } : { 'seconds.$': TimeoutSecondsPath }
  return { payload: Object.fromEntries(entries), ...timeout, scale }
}

function refuseUnknown(name: string, state: State): void {
  const known = FIELDS[state.Type]
  if (!known) throw new UnknownStateError(name, `the type ${state.Type}`)
  const field = Object.keys(state).find(key => !known.includes(key))
  if (field) throw new UnknownStateError(name, field)
  if (state.QueryLanguage && state.QueryLanguage !== 'JSONPath')
    throw new UnknownStateError(name, String(state.QueryLanguage))
  const text = JSON.stringify({ ...state, ItemProcessor: undefined })
  const [context] =
    /\$\$\.(?:Task|State)\b/.exec(state.Resource === CALLBACK ? text.replaceAll(TASK_TOKEN, '') : text) ?? []
  if (context) throw new UnknownStateError(name, context)
  const processor = z.object({ ProcessorConfig: z.object({ Mode: z.string() }) }).safeParse(state.ItemProcessor)
  if (processor.data?.ProcessorConfig.Mode === 'DISTRIBUTED') throw new UnknownStateError(name, 'a distributed map')
}
