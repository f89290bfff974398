import * as z from 'zod'
import type { FailureCode } from '../contract/archive-entry.ts'
import { JamakError } from '../contract/errors.ts'
import { stepInput } from '../contract/workflow.ts'
import { aboutEntry, inLogContext, log } from './log.ts'

/** A failure that no retry can fix. Its name is its code, because Step Functions matches errors by name. */
export class BusinessError extends JamakError<FailureCode> {
  constructor(code: FailureCode, message: string, options?: { cause?: unknown }) {
    super(code, message, options)
    this.name = code
  }
}

/**
 * The entry of a workflow step: parses the input, runs `work` and returns its result. Failures are logged and rethrown
 * to Step Functions.
 */
export function step<Schema extends z.ZodType, Result>(
  schema: Schema,
  work: (input: z.output<Schema>) => Promise<Result>,
): (event: unknown) => Promise<Result> {
  const run = async (event: unknown): Promise<Result> => {
    try {
      return await work(schema.parse(event))
    } catch (error) {
      log(error instanceof BusinessError ? 'warn' : 'error', 'step', 'step failed', {}, error)
      throw isNamelessTransient(error) ? new TransientError(error) : error
    }
  }
  return event => {
    const entry = stepInput.safeParse(event)
    return inLogContext(entry.success ? aboutEntry(entry.data) : {}, () => run(event))
  }
}

/** Renames a transient error so that Step Functions retries it (`RETRIED_ERRORS`). */
class TransientError extends JamakError<'ServiceUnavailable'> {
  constructor(cause: Error) {
    super('ServiceUnavailable', cause.message, { status: 503, cause })
    this.name = 'ServiceUnavailable'
  }
}

const CONNECTION_ERRORS = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
const errorShape = z.object({
  name: z.string().optional(),
  code: z.string().optional(),
  $metadata: z.object({ httpStatusCode: z.number().optional() }).optional(),
})

/**
 * True for transient errors without a name to retry by: S3's response to HEAD has no body with an error name, and a
 * broken connection has only a code.
 */
function isNamelessTransient(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { name, code = '', $metadata } = errorShape.safeParse(error).data ?? {}
  return CONNECTION_ERRORS.has(code) || (name === 'Unknown' && ($metadata?.httpStatusCode ?? 0) >= 500)
}
