import { randomUUID } from 'node:crypto'
import { createEnvironment, type Environment, type FunctionSettings } from './environment.ts'
import type { ErrorReport } from './protocol.ts'

/** A function that failed: what Lambda gives back instead of a result. */
export class FunctionError extends Error {
  readonly report: ErrorReport

  constructor(report: ErrorReport) {
    super(report.errorMessage)
    this.name = report.errorType
    this.report = report
  }
}

/** A Lambda function: takes events, one at a time in each of its few worker threads. */
export interface LocalFunction {
  readonly settings: FunctionSettings
  /** Result of the handler (JSON). Throws FunctionError, or AbortError once the cloud has stopped. */
  invoke(event: unknown): Promise<unknown>
  stop(): Promise<void>
}

/** AWS gives a function as many environments as it has events; a laptop a few. */
const CONCURRENCY = 4
/** A new environment costs a laptop more than a short wait for one that is at work or still loading. */
const PATIENCE_MS = 300
/** An environment without an event is let go, as AWS does. */
const IDLE_MS = 60_000

interface Waiting {
  event: string
  since: number
  resolve(result: unknown): void
  reject(error: unknown): void
}

export function createFunction(settings: FunctionSettings): LocalFunction {
  const environments = new Set<Environment>()
  const idle: { environment: Environment; timer: NodeJS.Timeout }[] = []
  const waiting: Waiting[] = []
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

  return {
    settings,
    invoke(event) {
      if (stopped) return Promise.reject(hasStopped())
      return new Promise((resolve, reject) => {
        waiting.push({ event: JSON.stringify(event ?? null), since: Date.now(), resolve, reject })
        work()
        if (waiting.length > 0) setTimeout(work, PATIENCE_MS + 1).unref()
      })
    },
    async stop() {
      stopped = true
      for (const { timer } of idle) clearTimeout(timer)
      for (const one of waiting.splice(0)) one.reject(hasStopped())
      await Promise.all([...environments].map(environment => environment.stop()))
    },
  }
}
