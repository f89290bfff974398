/** What passes between the local cloud and a worker thread that runs a Lambda function. */

/** What a worker thread is started with. Its module imports nothing: each one would load it anew. */
export interface WorkerSettings {
  /** Folder of the bundle. */
  folder: string
  /** `index.handler` */
  handler: string
  functionName: string
  arn: string
  /** MB. */
  memory: number
}

/** One event for a function. */
export interface Invocation {
  requestId: string
  /** JSON. */
  event: string
  /** Milliseconds of the machine's clock at which the function is stopped. */
  deadline: number
}

/** An error as Lambda returns it to who invoked. */
export interface ErrorReport {
  errorType: string
  errorMessage: string
  trace: string[]
}

export type WorkerMessage =
  | { ready: true }
  | { loadError: ErrorReport }
  | { requestId: string; result: string }
  | { requestId: string; error: ErrorReport }

/** An error in Lambda's form: its name is the type, its stack the trace. */
export function errorReport(error: unknown): ErrorReport {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] }
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') }
}
