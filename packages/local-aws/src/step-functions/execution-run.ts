import { classifyError, type Ending, historyEvent, sizeOf, tooLarge } from './execution-events.ts'
import type { Execution, HistoryEvent } from './execution-store.ts'
import { type Machine, STATE_LIMIT, type TaskCall, taskHandlers } from './state-machine.ts'
import type { OpenTask } from './task-tokens.ts'

/** A running execution. */
export interface ExecutionRun {
  /** Ends the execution. Without an ending it stays open and can be resumed. */
  end(ending?: Ending): void
  /** The ending, or undefined if the execution stays open. */
  done: Promise<Ending | undefined>
}

interface RunOptions {
  machine: Machine
  execution: Execution
  call(task: TaskCall): Promise<unknown>
  /** Opens a task that ends when its token is returned. */
  openTask(): OpenTask
  addEvent(event: HistoryEvent): void
}

/** Runs an execution from the first state of its machine. */
export function runExecution({ machine, execution, call, openTask, addEvent }: RunOptions): ExecutionRun {
  let isOver = false
  let isCutOff = false
  let ending: Ending | undefined
  const tasks = new Set<OpenTask>()

  const end = (how?: Ending): void => {
    if (isOver) return
    isOver = true
    isCutOff = true
    ending = how
    interpreter.abort()
    for (const task of tasks) task.close()
  }
  const guard = (state: string, value: unknown): void => {
    if (!isOver && sizeOf(value) > STATE_LIMIT) end(tooLarge(state))
    if (isOver) throw new Error('The execution is over.')
  }

  const openOwn = (): OpenTask => {
    const task = openTask()
    tasks.add(task)
    return task
  }

  const { arn: Id, name: Name, redrives: RedriveCount } = execution
  const interpreter = machine.definition.asl.run(JSON.parse(execution.input), {
    overrides: {
      taskResourceLocalHandlers: taskHandlers(machine, { invoke: call, openTask: openOwn, guard }),
      waitTimeOverrides: machine.definition.waits,
    },
    context: {
      Execution: { Id, Name, RoleArn: machine.roleArn, RedriveCount },
      StateMachine: { Id: machine.arn, Name: machine.name },
    },
  })

  const follow = async (): Promise<void> => {
    for await (const event of interpreter.eventLogs) {
      if (isCutOff) return
      const { entry, output } = historyEvent(event)
      addEvent(entry)
      if (sizeOf(output) > STATE_LIMIT) end(tooLarge(entry.state ?? ''))
    }
  }
  const finish = async (): Promise<Ending | undefined> => {
    const outcome = await interpreter.result.then(succeeded, (error: unknown) =>
      isCutOff ? ending : classifyError(error),
    )
    isOver = true
    return outcome
  }
  return { end, done: Promise.all([finish(), follow()]).then(([outcome]) => outcome) }
}

function succeeded(output: unknown): Ending {
  if (sizeOf(output) > STATE_LIMIT) return tooLarge('the last state')
  return { status: 'SUCCEEDED', output: JSON.stringify(output), error: null, cause: null }
}
