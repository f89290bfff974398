import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import * as z from 'zod'
import type { AwsRequest } from '#local-aws/aws/service.ts'
import { itemSize } from '#local-aws/storage/dynamodb/item-size.ts'
import type { Cloud } from '../../../local/cloud/options.ts'

/** Requests of the functions to the database and the bucket. */
export interface Counted {
  /** DynamoDB's capacity units. A transactional write counts twice; an item that is not sent whole counts as 1 KB. */
  readUnits: number
  writeUnits: number
  bytesRead: number
  bytesWritten: number
}

export interface Counter {
  /** Returns the counts since the last call and resets them. */
  take(): Counted
  stop(): void
}

/**
 * What Node reports about a finished response. Unused fields are left out, because copying them all would take longer
 * than the response.
 */
const finished = z.object({ request: z.instanceof(IncomingMessage), socket: z.instanceof(Socket) })
const capacity = z.object({ CapacityUnits: z.number() })
const answered = z.looseObject({ ConsumedCapacity: z.union([capacity, z.array(capacity)]).optional() })
const attributes = z.record(z.string(), z.record(z.string(), z.unknown()))
const written = z.looseObject({ Item: attributes.optional() })
const transaction = z.object({
  TransactItems: z.array(z.record(z.string(), written)),
})

const READS = new Set(['GetItem', 'Query', 'Scan', 'BatchGetItem'])

/** Counts the requests to the tables, and the bytes on the wire, headers included, to and from the bucket. */
export function createCounter(cloud: Cloud): Counter {
  let counted = nothing()
  const { dynamoDb } = cloud.services
  const ask = dynamoDb.handle
  dynamoDb.handle = async (request: AwsRequest) => {
    const text = request.body.toString()
    const body = Buffer.from(`{"ReturnConsumedCapacity":"TOTAL",${text.trimStart().slice(1)}`)
    const isTransaction = request.operation === 'TransactWriteItems'
    const answer = await ask.call(dynamoDb, isTransaction ? request : { ...request, body })
    const units = isTransaction ? transactionUnits(text) : unitsOf(String(answer.body))
    if (READS.has(request.operation)) counted.readUnits += units
    else counted.writeUnits += units
    return answer
  }

  // A connection carries many requests; the bytes of the earlier ones are subtracted.
  const carried = new WeakMap<Socket, { read: number; written: number }>()
  const bucket = cloud.physicalName('Media')
  const onFinish = (message: unknown): void => {
    const { request, socket } = finished.parse(message)
    const before = carried.get(socket) ?? { read: 0, written: 0 }
    const now = { read: socket.bytesRead, written: socket.bytesWritten }
    carried.set(socket, now)
    const path = decodeURIComponent(((request.url ?? '').split('?')[0] ?? '').slice(1))
    if (!path.includes(bucket) && !/^(work|videos|srts)\//.test(path)) return
    // What the server writes, the function reads.
    counted.bytesRead += now.written - before.written
    counted.bytesWritten += now.read - before.read
  }
  subscribe('http.server.response.finish', onFinish)

  return {
    take() {
      const taken = counted
      counted = nothing()
      return taken
    },
    stop() {
      unsubscribe('http.server.response.finish', onFinish)
      dynamoDb.handle = ask
    },
  }
}

function nothing(): Counted {
  return { readUnits: 0, writeUnits: 0, bytesRead: 0, bytesWritten: 0 }
}

function unitsOf(body: string): number {
  const { ConsumedCapacity: consumed = [] } = answered.safeParse(JSON.parse(body)).data ?? {}
  return [consumed].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0)
}

function transactionUnits(body: string): number {
  const { TransactItems } = transaction.parse(JSON.parse(body))
  const items = TransactItems.flatMap(one => Object.values(one))
  return items.reduce((sum, { Item }) => sum + 2 * (Item ? Math.ceil(itemSize(Item) / 1024) : 1), 0)
}
