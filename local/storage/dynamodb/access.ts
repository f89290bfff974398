import * as z from 'zod'
import { type Access, type AwsRequest, LOCAL_ACCOUNT } from '../../aws/service.ts'
import { regionOf } from '../../aws/stated-signature.ts'

const single = z.object({ TableName: z.string().optional(), IndexName: z.string().optional() })
const batch = z.object({ RequestItems: z.record(z.string(), z.unknown()) })
const transaction = z.object({
  TransactItems: z.array(z.record(z.string(), z.object({ TableName: z.string() }))),
})

/** What each member of a transaction asks of the role (no action of its own exists for transactions). */
const TRANSACTION_ACTIONS: Record<string, string> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
}

/** The actions and tables (or indexes) that a request touches. A body of another form is refused later, by the table. */
export function dynamoDbAccess(request: AwsRequest): Access[] {
  const table = (name: string): string => `arn:aws:dynamodb:${regionOf(request.headers)}:${LOCAL_ACCOUNT}:table/${name}`
  const action = `dynamodb:${request.operation}`
  const body: unknown = JSON.parse(request.body.toString() || '{}')
  if (request.operation.startsWith('Transact')) {
    const entries = (transaction.safeParse(body).data?.TransactItems ?? []).flatMap(entry => Object.entries(entry))
    const accesses = entries.map(([kind, { TableName }]) => ({
      action: `dynamodb:${TRANSACTION_ACTIONS[kind] ?? kind}`,
      resource: table(TableName),
    }))
    return [...new Map(accesses.map(access => [`${access.action} ${access.resource}`, access])).values()]
  }
  if (request.operation.startsWith('Batch'))
    return Object.keys(batch.safeParse(body).data?.RequestItems ?? {}).map(name => ({ action, resource: table(name) }))
  const { TableName, IndexName } = single.safeParse(body).data ?? {}
  if (TableName === undefined) return [{ action, resource: '*' }]
  return [{ action, resource: table(TableName) + (IndexName === undefined ? '' : `/index/${IndexName}`) }]
}
