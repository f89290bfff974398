/**
 * Messages between the main thread and the worker thread that runs a Lambda function. This module imports nothing,
 * because every worker would load the import again.
 */

/** Settings of a worker thread. */
export interface WorkerSettings {
  /** Folder of the bundle. */
  folder: string
  /** `index.handler` */
  handler: string
  functionName: string
  arn: string
  /** MB. */
  memory: number
  /** Lambda's JSON log format: each console call writes one JSON line. */
  logsJson: boolean
}

/** One event for a function. */
export interface Invocation {
  requestId: string
  /** JSON. */
  event: string
  /** When the function is stopped, in milliseconds of the machine's clock. */
  deadline: number
}

/** An error as Lambda returns it to the caller. */
export interface ErrorReport {
  errorType: string
  errorMessage: string
  trace: string[]
}

/** A message from a worker thread. */
export type WorkerMessage =
  | { ready: true }
  | { loadError: ErrorReport }
  | { requestId: string; result: string }
  | { requestId: string; error: ErrorReport }

/** Converts an error to Lambda's form: its name becomes the type, its stack the trace. */
export function errorReport(error: unknown): ErrorReport {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] }
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') }
}
