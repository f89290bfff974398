import type { IncomingMessage, ServerResponse } from 'node:http'
import { jsonError } from '../../local/aws/service.ts'
import { respond } from '../../local/aws/wire.ts'
import type { Cloud } from '../../local/cloud/options.ts'

/** Passing troubles of DynamoDB, by their documented names. */
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
  /** Calls that met trouble. */
  readonly count: number
  end(): void
}

/**
 * Every so many calls of DynamoDB and of S3 by functions fail, half of them before anything happened, half of them
 * after: the write is done and its answer is lost.
 */
export function playHiccups(cloud: Cloud, every: number): Hiccups {
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
    // A reading has no deed that an answer could be lost of.
    if (met.isLate && !['GET', 'HEAD'].includes(req.method ?? '')) return store(req, losingAnswer(res), isAllowed)
    // RequestTimeout tells of a body that stopped coming: an answer to HEAD is none of it.
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

/** The line breaks where the answer begins. */
function losingAnswer(res: ServerResponse): ServerResponse {
  res.writeHead = () => {
    res.destroy()
    return res
  }
  return res
}
