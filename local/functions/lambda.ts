import { randomUUID } from 'node:crypto'
import { LocalError } from '../machine/terminal.ts'
import { createEnvironment, type Environment, type FunctionSettings } from './environment.ts'
import type { ErrorReport } from './protocol.ts'

/** A function failed; its name and code are the error's type, as Lambda reports it to the invoker. */
export class FunctionError extends LocalError {
  readonly report: ErrorReport

  constructor(report: ErrorReport) {
    super(report.errorType, report.errorMessage)
    this.name = report.errorType
    this.report = report
  }
}

/** A Lambda function. Each of its few worker threads runs one event at a time. */
export interface LocalFunction {
  readonly settings: FunctionSettings
  /** Result of the handler (JSON). Throws FunctionError, or AbortError once the function has stopped. */
  invoke(event: unknown): Promise<unknown>
  /** Runs an asynchronous event, and repeats it twice if it fails. Resolves after the first attempt; never throws. */
  invokeAsync(event: unknown): Promise<void>
  stop(): Promise<void>
}

/** Most worker threads of a function; AWS would start one for each event. */
const CONCURRENCY = 4
/** A new thread costs a laptop more than a short wait for one that is busy or still loading. */
const PATIENCE_MS = 300
/** A thread without an event for this long ends, as on AWS. */
const IDLE_MS = 60_000
/** AWS waits one minute before it repeats an asynchronous event, and two more before it repeats it again. */
const RETRY_DELAYS_MS = [60_000, 120_000]

interface Waiting {
  event: string
  since: number
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** A function without any threads yet. `waitScale` shortens the waits before a repetition. */
export function createFunction(settings: FunctionSettings, waitScale: number): LocalFunction {
  const environments = new Set<Environment>()
  const idle: { environment: Environment; timer: NodeJS.Timeout }[] = []
  const waiting: Waiting[] = []
  const repetitions = new Set<NodeJS.Timeout>()
  let stopped = false
  const hasStopped = () => new DOMException(`${settings.name} has stopped.`, 'AbortError')

  async function run(environment: Environment, next: Waiting): Promise<void> {
    const outcome = await environment.invoke(randomUUID(), next.event)
    if (stopped) next.reject(hasStopped())
    else if ('error' in outcome) {
      const { errorType, errorMessage, trace } = outcome.error
      const at = trace.find(line => line.trimStart().startsWith('at ')) ?? ''
      settings.log(`ERROR ${errorType}: ${errorMessage} ${at.trim()}`)
      next.reject(new FunctionError(outcome.error))
    } else next.resolve(JSON.parse(outcome.result))
    if (outcome.isOver || stopped) release(environment)
    else rest(environment)
    work()
  }

  function rest(environment: Environment): void {
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex(one => one.environment === environment),
        1,
      )
      release(environment)
    }, IDLE_MS).unref()
    idle.push({ environment, timer })
  }

  function release(environment: Environment): void {
    environments.delete(environment)
    void environment.stop()
  }

  function take(next: Waiting): Environment | undefined {
    const warm = idle.pop()
    if (warm) {
      clearTimeout(warm.timer)
      return warm.environment
    }
    const isPatient = environments.size > 0 && Date.now() - next.since < PATIENCE_MS
    if (isPatient || environments.size >= CONCURRENCY) return undefined
    const fresh = createEnvironment(settings)
    environments.add(fresh)
    return fresh
  }

  function work(): void {
    for (let [next] = waiting; next; [next] = waiting) {
      const environment = take(next)
      if (!environment) return
      waiting.shift()
      void run(environment, next)
    }
  }

  function invoke(event: unknown): Promise<unknown> {
    if (stopped) return Promise.reject(hasStopped())
    return new Promise((resolve, reject) => {
      waiting.push({ event: JSON.stringify(event ?? null), since: Date.now(), resolve, reject })
      work()
      if (waiting.length > 0) setTimeout(work, PATIENCE_MS + 1).unref()
    })
  }

  async function invokeAsync(event: unknown, attempt = 0): Promise<void> {
    try {
      await invoke(event)
    } catch (error) {
      if (!(error instanceof FunctionError)) return
      const delay = RETRY_DELAYS_MS[attempt]
      const next = delay === undefined ? 'will not be repeated' : 'will be repeated'
      settings.log(`the event failed and ${next}: ${error.name}: ${error.message}`)
      if (delay === undefined) return
      const timer = setTimeout(() => {
        repetitions.delete(timer)
        void invokeAsync(event, attempt + 1)
      }, delay * waitScale)
      repetitions.add(timer.unref())
    }
  }

  return {
    settings,
    invoke,
    invokeAsync: event => invokeAsync(event),
    async stop() {
      stopped = true
      for (const timer of repetitions) clearTimeout(timer)
      for (const { timer } of idle) clearTimeout(timer)
      for (const one of waiting.splice(0)) one.reject(hasStopped())
      await Promise.all([...environments].map(environment => environment.stop()))
    },
  }
}
