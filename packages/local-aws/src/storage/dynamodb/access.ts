import * as z from 'zod'
import { type Access, type AwsRequest, LOCAL_ACCOUNT } from '../../aws/service.ts'
import { readRegion } from '../../aws/stated-signature.ts'

const single = z.object({ TableName: z.string().optional(), IndexName: z.string().optional() })
const batch = z.object({ RequestItems: z.record(z.string(), z.unknown()) })
const transaction = z.object({
  TransactItems: z.array(z.record(z.string(), z.object({ TableName: z.string() }))),
})

/** The permission that each kind of transaction item needs. Transactions have no action of their own. */
const TRANSACTION_ACTIONS: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
}

/** The actions that a request needs, on tables or indexes. A malformed body is refused later, by the operation. */
export function dynamoDbAccess(request: AwsRequest): Access[] {
  const table = (tableName: string): string =>
    `arn:aws:dynamodb:${readRegion(request.headers)}:${LOCAL_ACCOUNT}:table/${tableName}`
  const action = `dynamodb:${request.operation}`
  const body: unknown = JSON.parse(request.body.toString() || '{}')
  if (request.operation === 'TransactWriteItems') {
    const entries = (transaction.safeParse(body).data?.TransactItems ?? []).flatMap(entry => Object.entries(entry))
    const accesses = entries.map(([kind, { TableName }]) => ({
      action: `dynamodb:${TRANSACTION_ACTIONS[kind] ?? kind}`,
      resource: table(TableName),
      context: { 'dynamodb:EnclosingOperation': request.operation },
    }))
    return [...new Map(accesses.map(access => [`${access.action} ${access.resource}`, access])).values()]
  }
  if (request.operation === 'BatchWriteItem')
    return Object.keys(batch.safeParse(body).data?.RequestItems ?? {}).map(one => ({ action, resource: table(one) }))
  const { TableName, IndexName } = single.safeParse(body).data ?? {}
  if (TableName === undefined) return [{ action, resource: '*' }]
  return [{ action, resource: table(TableName) + (IndexName === undefined ? '' : `/index/${IndexName}`) }]
}
