import type { IncomingMessage, ServerResponse } from 'node:http'
import { jsonError } from '#local-aws/aws/service.ts'
import { respond } from '#local-aws/aws/wire.ts'
import type { Cloud } from '../../local/cloud/options.ts'

/** DynamoDB's transient errors, by their documented names. */
const TABLE_TROUBLES = [
  ['ProvisionedThroughputExceededException', 400],
  ['InternalServerError', 500],
  ['ThrottlingException', 400],
  ['RequestLimitExceeded', 400],
] as const
const BUCKET_TROUBLES = [
  ['SlowDown', 503],
  ['InternalError', 500],
] as const

export interface Hiccups {
  /** Calls that failed. */
  readonly count: number
  end(): void
}

/**
 * Fails every nth call of the functions to DynamoDB and S3: half of them before the write, half after it, as if
 * the response were lost.
 */
export function injectTransientErrors(cloud: Cloud, every: number): Hiccups {
  const { dynamoDb, s3 } = cloud.services
  const [ask, store] = [dynamoDb.handle, s3.handle]
  let calls = 0
  let count = 0
  const trouble = <Trouble>(troubles: readonly Trouble[]): { kind: Trouble; isLate: boolean } | undefined => {
    calls += 1
    if (calls % every !== 0) return undefined
    count += 1
    const kind = troubles[count % troubles.length]
    return kind && { kind, isLate: count % 2 === 0 }
  }
  dynamoDb.handle = async request => {
    const met = trouble(TABLE_TROUBLES)
    if (met?.isLate) await ask(request)
    return met ? jsonError(met.kind[1], met.kind[0], 'as the test asked') : ask(request)
  }
  s3.handle = async (req, res, isAllowed) => {
    const met = req.headers.authorization === undefined ? undefined : trouble(BUCKET_TROUBLES)
    if (!met) return store(req, res, isAllowed)
    // A read has no effect, so losing its response proves nothing.
    if (met.isLate && !['GET', 'HEAD'].includes(req.method ?? '')) return store(req, losingAnswer(res), isAllowed)
    // RequestTimeout means that the request body stalled; a HEAD has none.
    fail(req, res, req.method === 'HEAD' ? BUCKET_TROUBLES[0] : met.kind)
  }
  return {
    get count() {
      return count
    },
    end() {
      Object.assign(dynamoDb, { handle: ask })
      Object.assign(s3, { handle: store })
    },
  }
}

function fail(req: IncomingMessage, res: ServerResponse, [code, status]: readonly [string, number]): void {
  req.resume()
  const body = req.method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>as the test asked</Message></Error>`
  respond(res, { status, headers: { 'content-type': 'application/xml' }, body })
}

/** Breaks the connection when the response starts. */
function losingAnswer(res: ServerResponse): ServerResponse {
  res.writeHead = () => {
    res.destroy()
    return res
  }
  return res
}
