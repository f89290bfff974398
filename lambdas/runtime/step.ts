import * as z from 'zod'
import type { FailureCode } from '../contract/archive-entry.ts'
import { log } from './log.ts'

/** A failure that no retry mends. Its name is the code: Step Functions sees it as the error's name. */
export class BusinessError extends Error {
  readonly code: FailureCode

  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = code
    this.code = code
  }
}

/** The entry of a workflow step: parse the input, do, return. Whatever fails is logged and thrown to Step Functions. */
export function step<Schema extends z.ZodType, Result>(
  schema: Schema,
  work: (input: z.output<Schema>) => Promise<Result>,
): (event: unknown) => Promise<Result> {
  return async event => {
    try {
      return await work(schema.parse(event))
    } catch (error) {
      log(error instanceof BusinessError ? 'warn' : 'error', 'step failed', {}, error)
      throw isNamelessTrouble(error) ? new PassingError(error) : error
    }
  }
}

/** A trouble under a name that Step Functions knows as passing (`RETRIED_ERRORS`). */
class PassingError extends Error {
  override readonly name = 'ServiceUnavailable'

  constructor(cause: Error) {
    super(cause.message, { cause })
  }
}

const BROKEN_LINE = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
const trouble = z.object({
  name: z.string().optional(),
  code: z.string().optional(),
  $metadata: z.object({ httpStatusCode: z.number().optional() }).optional(),
})

/** S3's answer to HEAD has no body that could name the error; a line that breaks has a code only. */
function isNamelessTrouble(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { name, code = '', $metadata } = trouble.safeParse(error).data ?? {}
  return BROKEN_LINE.has(code) || (name === 'Unknown' && ($metadata?.httpStatusCode ?? 0) >= 500)
}
