import { join } from 'node:path'
import { ServiceFault } from '../aws/service.ts'
import type { EventEntry } from '../eventbridge/index.ts'
import type { Assembly } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'
import type { CompileOptions } from './definition.ts'
import { type Ending, statusEvent } from './execution-events.ts'
import { type ExecutionRun, runExecution } from './execution-run.ts'
import { type Execution, type HistoryEvent, openExecutionStore } from './execution-store.ts'
import { type Machine, readMachine, type TaskCall } from './state-machine.ts'
import { createTaskTokens } from './task-tokens.ts'

interface StepFunctionsOptions extends Omit<CompileOptions, 'checked'> {
  assembly: Assembly
  resolver: Resolver
  /** Folder of the data. */
  folder: string
  /** Milliseconds. */
  now: () => number
  invoke(functionArn: string, payload: unknown): Promise<unknown>
  /** Whether the role with this ARN allows the action. */
  isAllowed(roleArn: string, action: string, resource: string): boolean
  onStatus(event: EventEntry): void
  log(line: string): void
}

export type StepFunctions = ReturnType<typeof createStepFunctions>

/**
 * The state machines of the template and their executions, which survive a restart.
 * @throws ServiceFault for requests that the API would refuse
 */
export function createStepFunctions(options: StepFunctionsOptions) {
  const { now } = options
  const store = openExecutionStore(options.folder, now())
  const machines = new Map<string, Machine>()
  const checked = join(options.assembly.cache, 'definitions')
  for (const resource of options.assembly.ofType('AWS::StepFunctions::StateMachine')) {
    const machine = readMachine(resource, options.resolver, { ...options, checked })
    machines.set(machine.arn, machine)
  }
  const tokens = createTaskTokens(arn => store.find(arn) !== undefined)
  let isClosed = false
  const running = new Map<string, { end: ExecutionRun['end']; done: Promise<void> }>()

  const requireMachine = (arn: string): Machine => {
    const machine = machines.get(arn)
    if (!machine) throw new ServiceFault('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`)
    return machine
  }
  const requireExecution = (arn: string): Execution => {
    const execution = store.find(arn)
    if (!execution) throw new ServiceFault('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`)
    return execution
  }
  const changed = (execution: Execution): void => {
    store.save(execution)
    options.onStatus(statusEvent(execution))
  }

  /** Invokes the function of a task if the machine's role allows it. */
  const call = async ({ functionArn, roleArn, payload }: TaskCall): Promise<unknown> => {
    if (options.isAllowed(roleArn, 'lambda:InvokeFunction', functionArn)) return options.invoke(functionArn, payload)
    const message = `${roleArn} is not authorized to perform: lambda:InvokeFunction on resource: ${functionArn}`
    options.log(`Denied: ${message}`)
    throw Object.assign(new Error(message), { name: 'Lambda.AWSLambdaException' })
  }

  function run(machine: Machine, execution: Execution): void {
    const addEvent = (event: HistoryEvent) => store.addEvent(execution.arn, event)
    const openTask = () => tokens.open(execution.arn)
    const { end, done } = runExecution({ machine, execution, call, openTask, addEvent })
    const close = (ending: Ending | undefined): void => {
      running.delete(execution.arn)
      if (!ending) return
      if (ending.status !== 'SUCCEEDED')
        options.log(`${machine.name} ${execution.name} ${ending.status} ${ending.error ?? ''} ${ending.cause ?? ''}`)
      changed({ ...execution, ...ending, stopped: now() })
    }
    running.set(execution.arn, { end, done: done.then(close) })
  }

  return {
    machines,
    describe: requireExecution,
    history: (arn: string): HistoryEvent[] => store.history(arn),
    list: (): Execution[] => store.list(),
    /** Ends the task that waits for this token. */
    sendTaskSuccess: tokens.succeed,

    /** Starts an execution. Each name can be used once; repeating the start of a running execution returns it. */
    start(machineArn: string, name: string, input: string): Execution {
      const machine = requireMachine(machineArn)
      const arn = `${machineArn.replace(':stateMachine:', ':execution:')}:${name}`
      const present = store.find(arn)
      if (present?.status === 'RUNNING' && present.input === input) return present
      if (present) throw new ServiceFault('ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`)
      const blank = { stopped: null, output: null, error: null, cause: null, redrives: 0 }
      const execution: Execution = {
        arn,
        machine: machineArn,
        name,
        input,
        status: 'RUNNING',
        started: now(),
        ...blank,
      }
      changed(execution)
      run(machine, execution)
      return execution
    },

    /** Aborts an execution. A closed execution does not change. */
    async stopExecution(arn: string, error: string | null, cause: string | null): Promise<Execution> {
      requireExecution(arn)
      const current = running.get(arn)
      current?.end({ status: 'ABORTED', output: null, error, cause })
      await current?.done
      return requireExecution(arn)
    },

    /** Runs a failed execution again from its first state. AWS would start at the failed state. */
    redrive(arn: string): Execution {
      const execution = requireExecution(arn)
      if (execution.status === 'RUNNING' || execution.status === 'SUCCEEDED')
        throw new ServiceFault('ExecutionNotRedrivable', `Execution is ${execution.status}`)
      const blank = { stopped: null, output: null, error: null, cause: null, redrives: execution.redrives + 1 }
      const again: Execution = { ...execution, ...blank, status: 'RUNNING' }
      changed(again)
      run(requireMachine(execution.machine), again)
      return again
    },

    /** Restarts the executions that were running when the process stopped. Returns their number. */
    resume(): number {
      const open = store.list().filter(execution => execution.status === 'RUNNING' && !running.has(execution.arn))
      for (const execution of open) {
        const machine = machines.get(execution.machine)
        const cause = 'The state machine is no longer in the template.'
        if (machine) run(machine, execution)
        else changed({ ...execution, status: 'ABORTED', stopped: now(), error: 'Local.MachineGone', cause })
      }
      return open.length
    },

    async stop(): Promise<void> {
      const left = [...running.values()]
      for (const execution of left) execution.end()
      await Promise.all(left.map(execution => execution.done))
      if (!isClosed) store.close()
      isClosed = true
    },
  }
}
