import { Worker } from 'node:worker_threads'
import { type ErrorReport, errorReport, type Invocation, type WorkerMessage, type WorkerSettings } from './protocol.ts'

/** The worker beside this file: TypeScript in the repository, JavaScript in the published package. */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)

/** A function's settings, resolved for this machine. */
export interface FunctionSettings {
  logicalId: string
  name: string
  arn: string
  /** Folder of the bundle. */
  folder: string
  /** `index.handler` */
  handler: string
  timeoutSeconds: number
  /** MB. */
  memory: number
  /** Lambda's log format: JSON or text. */
  logsJson: boolean
  environment: Record<string, string>
  /** Receives each line that the function prints. */
  log(line: string): void
}

/** Result (JSON) or error of one event. `isOver` means that the environment cannot take another event. */
export type Outcome = { isOver: boolean } & ({ result: string } | { error: ErrorReport })

/** A worker thread that has loaded the function's bundle. */
export interface Environment {
  /** Whether the bundle has loaded. */
  readonly isReady: boolean
  /** Runs one event. Callers wait for the outcome before sending the next one. Never throws. */
  invoke(requestId: string, event: string): Promise<Outcome>
  stop(): Promise<void>
}

/** AWS gives a bundle ten seconds to load; a busy laptop may need more. */
const LOADING_SECONDS = 60

/** Starts a worker thread. Its bundle loads in the background, then `onReady` is called. */
export function createEnvironment(settings: FunctionSettings, onReady: () => void = () => {}): Environment {
  const { folder, handler, name: functionName, memory, arn, logsJson } = settings
  const workerData: WorkerSettings = { folder, handler, functionName, memory, arn, logsJson }
  const worker = new Worker(WORKER, {
    env: settings.environment,
    workerData,
    stdout: true,
    stderr: true,
    execArgv: ['--disable-warning=ExperimentalWarning', ...threadOptions(settings.environment)],
  })
  worker.unref()
  for (const stream of [worker.stdout, worker.stderr]) readLines(stream, settings.log)

  let end: ((outcome: Outcome) => void) | undefined
  let loadError: ErrorReport | undefined
  let current: Invocation | undefined
  let isReady = false

  const fail = (error: ErrorReport) => end?.({ isOver: true, error })
  let timer: NodeJS.Timeout | undefined
  const limit = (seconds: number) => {
    clearTimeout(timer)
    const errorMessage = `${new Date().toISOString()} ${current?.requestId} Task timed out after ${seconds.toFixed(2)} seconds`
    timer = setTimeout(() => fail({ errorType: 'Sandbox.Timedout', errorMessage, trace: [] }), seconds * 1000)
  }
  const start = () => {
    if (!current) return
    // Loading has its own limit and does not count towards the function's timeout.
    limit(isReady ? settings.timeoutSeconds : LOADING_SECONDS)
    if (!isReady) return
    current.deadline = Date.now() + settings.timeoutSeconds * 1000
    worker.postMessage(current)
  }

  worker.on('message', (message: WorkerMessage) => {
    if ('ready' in message) {
      isReady = true
      start()
      onReady()
    } else if ('loadError' in message) {
      loadError = message.loadError
      fail(loadError)
    } else if (message.requestId === current?.requestId) {
      end?.('error' in message ? { isOver: false, error: message.error } : { isOver: false, result: message.result })
    }
  })
  worker.on('error', error => fail(errorReport(error)))
  worker.on('exit', () => {
    const errorMessage = `RequestId: ${current?.requestId ?? 'none'} Error: Runtime exited`
    loadError ??= { errorType: 'Runtime.ExitError', errorMessage, trace: [] }
    fail(loadError)
  })

  return {
    get isReady() {
      return isReady
    },
    async invoke(requestId, event) {
      const outcome = await new Promise<Outcome>(resolve => {
        end = resolve
        if (loadError) return fail(loadError)
        current = { requestId, event, deadline: 0 }
        worker.ref()
        start()
      })
      clearTimeout(timer)
      end = undefined
      worker.unref()
      return outcome
    },
    async stop() {
      await worker.terminate()
    },
  }
}

/** Options of `NODE_OPTIONS` that a worker thread accepts; the others apply to whole processes. */
function threadOptions({ NODE_OPTIONS = '' }: Record<string, string>): string[] {
  return NODE_OPTIONS.split(/\s+/).filter(option => option === '--enable-source-maps')
}

function readLines(stream: NodeJS.ReadableStream, log: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') log(line)
  })
}
