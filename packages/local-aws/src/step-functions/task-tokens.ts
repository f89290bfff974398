import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { ServiceFault } from '../aws/service.ts'

/** A task that waits for its token to be returned. */
export interface OpenTask {
  token: string
  /** Resolves to the output of SendTaskSuccess; rejects with States.Timeout after the milliseconds. */
  result(timeoutMs: number | undefined): Promise<unknown>
  /** Makes the token invalid. */
  close(): void
}

const tokenSchema = z.object({ execution: z.string(), task: z.string() })

/** The tokens of tasks that wait. A token of a closed task is remembered only as part of its execution, as on AWS. */
export function createTaskTokens(executionExists: (arn: string) => boolean) {
  const waiting = new Map<string, (output: unknown) => void>()
  return {
    open(executionArn: string): OpenTask {
      const token = Buffer.from(JSON.stringify({ execution: executionArn, task: randomUUID() })).toString('base64')
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const closed = new AbortController()
      waiting.set(token, resolve)
      const close = () => {
        waiting.delete(token)
        closed.abort()
      }
      return {
        token,
        close,
        result: timeoutMs =>
          timeoutMs === undefined ? promise : Promise.race([promise, rejectAfter(timeoutMs, closed.signal)]),
      }
    },

    /** @throws ServiceFault InvalidToken, TaskDoesNotExist or TaskTimedOut */
    succeed(token: string, output: unknown): void {
      const parsed = readToken(token)
      if (!parsed) throw new ServiceFault('InvalidToken', "Invalid Token: 'Invalid token'")
      if (!executionExists(parsed.execution))
        throw new ServiceFault('TaskDoesNotExist', "Task does not exist: 'Provided task does not exist'")
      const resolve = waiting.get(token)
      if (!resolve) throw new ServiceFault('TaskTimedOut', "Task Timed Out: 'Provided task does not exist anymore'")
      waiting.delete(token)
      resolve(output)
    },
  }
}

async function rejectAfter(milliseconds: number, signal: AbortSignal): Promise<never> {
  await sleep(milliseconds, undefined, { signal, ref: false })
  throw Object.assign(new Error(''), { name: 'States.Timeout' })
}

function readToken(token: string): z.infer<typeof tokenSchema> | undefined {
  try {
    return tokenSchema.parse(JSON.parse(Buffer.from(token, 'base64').toString()))
  } catch {
    return undefined
  }
}
