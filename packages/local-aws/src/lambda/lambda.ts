import { randomUUID } from 'node:crypto'
import type { Concurrency } from './concurrency.ts'
import { createEnvironment, type Environment, type FunctionSettings } from './environment.ts'
import { FunctionError, ThrottledError } from './errors.ts'

/** A Lambda function. Each of its worker threads runs one event at a time. */
export interface LocalFunction {
  readonly settings: FunctionSettings
  /**
   * Returns the handler's result (JSON). `onBegin` is called once a thread is available; on AWS that takes no time.
   * @throws FunctionError or ThrottledError, or AbortError once the function has stopped
   */
  invoke(event: unknown, onBegin?: () => void): Promise<unknown>
  /**
   * Runs an asynchronous event and retries it twice if it fails. A throttled event stays in the queue, and that counts
   * as no attempt. Resolves after the first attempt; never throws.
   */
  invokeAsync(event: unknown): Promise<void>
  /** Makes the next event load the bundle again. Running events finish with the code that they started with. */
  reload(): void
  stop(): Promise<void>
}

/** Maximum worker threads of a function. AWS would start one for each concurrent event. */
const CONCURRENCY = 4
/** On a laptop, a short wait for a busy or loading thread costs less than starting another one. */
const PATIENCE_MS = 300
/** A thread that has had no event for this long ends, as on AWS. */
const IDLE_MS = 60_000
/** AWS waits one minute before the first retry of an asynchronous event and two minutes before the second. */
const RETRY_DELAYS_MS = [60_000, 120_000]
/**
 * A throttled asynchronous event is retried after one second, then at growing intervals of up to five minutes, for six
 * hours.
 */
const THROTTLED_DELAY_MS = { first: 1000, longest: 300_000, total: 6 * 3_600_000 }

interface Waiting {
  event: string
  since: number
  onBegin?: (() => void) | undefined
  resolve(result: unknown): void
  reject(error: unknown): void
}

interface FunctionOptions {
  /** Scales the delays before retries. */
  waitScale: number
  /** Shared by all functions of the account. */
  concurrency: Concurrency
}

/** Creates a function that has no threads yet. */
export function createFunction(settings: FunctionSettings, { waitScale, concurrency }: FunctionOptions): LocalFunction {
  const environments = new Set<Environment>()
  /** Threads that were released and are still ending; they write their compile cache last. */
  const ending = new Set<Promise<void>>()
  const idle: { environment: Environment; timer: NodeJS.Timeout }[] = []
  const waiting: Waiting[] = []
  /** Threads whose bundle has changed. */
  const outdated = new WeakSet<Environment>()
  const repetitions = new Set<NodeJS.Timeout>()
  let stopped = false
  const hasStopped = () => new DOMException(`${settings.name} has stopped.`, 'AbortError')

  async function run(environment: Environment, next: Waiting): Promise<void> {
    next.onBegin?.()
    const outcome = await environment.invoke(randomUUID(), next.event)
    if (stopped) next.reject(hasStopped())
    else if ('error' in outcome) {
      const { errorType, errorMessage, trace } = outcome.error
      const at = trace.find(line => line.trimStart().startsWith('at ')) ?? ''
      settings.log(`ERROR ${errorType}: ${errorMessage} ${at.trim()}`)
      next.reject(new FunctionError(outcome.error))
    } else next.resolve(JSON.parse(outcome.result))
    if (outcome.isOver || stopped || outdated.has(environment)) release(environment)
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
    const end = environment.stop().finally(() => ending.delete(end))
    ending.add(end)
  }

  function take(next: Waiting): Environment | undefined {
    const warm = idle.pop()
    if (warm) {
      clearTimeout(warm.timer)
      return warm.environment
    }
    const isPatient = environments.size > 0 && Date.now() - next.since < PATIENCE_MS
    // Loading threads take CPU from running ones, so only one loads at a time.
    const isLoading = [...environments].some(one => !one.isReady)
    if (isPatient || isLoading || environments.size >= CONCURRENCY) return undefined
    const fresh = createEnvironment(settings, work)
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

  /** An event that waits for a thread counts as running, because on AWS it would have its own environment. */
  function queued(event: unknown, onBegin?: () => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      waiting.push({ event: JSON.stringify(event ?? null), since: Date.now(), onBegin, resolve, reject })
      work()
      if (waiting.length > 0) setTimeout(work, PATIENCE_MS + 1).unref()
    })
  }

  async function invoke(event: unknown, onBegin?: () => void): Promise<unknown> {
    if (stopped) throw hasStopped()
    try {
      return await concurrency.within(() => queued(event, onBegin))
    } catch (error) {
      if (error instanceof ThrottledError) settings.log(`throttled: ${error.message} ${error.reason}`)
      throw error
    }
  }

  function later(delayMs: number, run: () => Promise<void>): void {
    const timer = setTimeout(() => {
      repetitions.delete(timer)
      void run()
    }, delayMs * waitScale)
    repetitions.add(timer.unref())
  }

  async function invokeAsync(event: unknown, attempt = 0, throttledMs = 0): Promise<void> {
    try {
      await invoke(event)
    } catch (error) {
      if (!(error instanceof FunctionError)) return
      if (error instanceof ThrottledError) {
        const { first, longest, total } = THROTTLED_DELAY_MS
        const pause = Math.min(longest, throttledMs + first)
        if (throttledMs < total) later(pause, () => invokeAsync(event, attempt, throttledMs + pause))
        else settings.log('the event was throttled for six hours and is dropped')
        return
      }
      const delay = RETRY_DELAYS_MS[attempt]
      const next = delay === undefined ? 'will not be repeated' : 'will be repeated'
      settings.log(`the event failed and ${next}: ${error.name}: ${error.message}`)
      if (delay !== undefined) later(delay, () => invokeAsync(event, attempt + 1))
    }
  }

  return {
    settings,
    invoke,
    invokeAsync: event => invokeAsync(event),
    reload() {
      for (const { environment, timer } of idle.splice(0)) {
        clearTimeout(timer)
        release(environment)
      }
      for (const environment of environments) outdated.add(environment)
    },
    async stop() {
      stopped = true
      for (const timer of repetitions) clearTimeout(timer)
      for (const { timer } of idle) clearTimeout(timer)
      for (const one of waiting.splice(0)) one.reject(hasStopped())
      await Promise.all([...environments].map(environment => environment.stop()))
      await Promise.all(ending)
    },
  }
}
