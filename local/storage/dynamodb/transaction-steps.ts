import { checkConditional, createKey, validateKey } from 'dynalite/db/index.js'
import type { DynaliteItem } from 'dynalite/types'
import * as z from 'zod'
import { DELETE_ITEM, PUT_ITEM, UPDATE_ITEM, validated } from './operations.ts'
import { dynamoDbError, isException, type Stage, type Store } from './store.ts'

/** Attribute values by their names, as DynamoDB's JSON has them. */
export const item = z.custom<DynaliteItem>(
  value => typeof value === 'object' && value !== null && !Array.isArray(value),
)

const write = z.looseObject({
  TableName: z.string(),
  Key: item.optional(),
  Item: item.optional(),
  ReturnValuesOnConditionCheckFailure: z.string().optional(),
})
/** A TransactWriteItems request. */
export const transactWrite = z.object({
  TransactItems: z
    .array(
      z.strictObject({
        Put: write.optional(),
        Update: write.optional(),
        Delete: write.optional(),
        ConditionCheck: write.optional(),
      }),
    )
    .min(1)
    .max(100),
  ClientRequestToken: z.string().min(1).max(36).optional(),
})

/** Why an item of a transaction was not done. */
export interface Reason {
  Code: string
  Message?: string
  Item?: unknown
}

/** One item of a transaction. */
export interface Step {
  kind: Kind
  input: z.output<typeof write>
  itemKey: string
}

/** A ConditionCheck is validated as the deletion it does not do. */
const KINDS = { Put: PUT_ITEM, Update: UPDATE_ITEM, Delete: DELETE_ITEM, ConditionCheck: DELETE_ITEM }
type Kind = keyof typeof KINDS

/** What a TransactWriteItems request is to do, item by item; throws where it cannot be understood. */
export function stepsOf(store: Store, stage: Stage, body: string): Step[] {
  return parsed(transactWrite, body).TransactItems.map(entry => {
    const [kind, ...others] = (['Put', 'Update', 'Delete', 'ConditionCheck'] as const).filter(one => entry[one])
    const input = kind && entry[kind]
    if (!input || others.length > 0) throw invalid('TransactItems can only contain one of Check, Put, Update or Delete')
    if (kind === 'ConditionCheck' && input.ConditionExpression === undefined)
      throw invalid('The ConditionExpression of a ConditionCheck must not be null')
    const key = kind === 'Put' ? keyOf(store, input.TableName, input.Item ?? {}) : (input.Key ?? {})
    return { kind, input, itemKey: itemKeyOf(store, stage, input.TableName, key) }
  })
}

export const NONE: Reason = { Code: 'None' }
export const CONFLICT: Reason = { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }

/** Runs one step on the stage and says why it would not do. */
export function reasonOf(stage: Stage, { kind, input, itemKey }: Step): Reason {
  const existing = item.optional().parse(stage.get(itemKey))
  // The check strips what dynalite does not know from the object it is given.
  const data = validated(KINDS[kind], { ...input })
  try {
    if (kind !== 'ConditionCheck') stage.perform(KINDS[kind].action, data)
    else {
      const failure = checkConditional(data, existing)
      if (failure) throw failure
    }
    return NONE
  } catch (error) {
    if (isException(error, 'ConditionalCheckFailedException')) {
      const reason = { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' }
      const isAsked = input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' && existing !== undefined
      return isAsked ? { ...reason, Item: existing } : reason
    }
    if (isException(error, 'ValidationException')) return { Code: 'ValidationError', Message: error.message }
    throw error
  }
}

function keyOf(store: Store, table: string, whole: DynaliteItem): DynaliteItem {
  const names = store.tables.get(table)?.KeySchema.map(({ AttributeName }) => AttributeName) ?? []
  return Object.fromEntries(names.flatMap(name => (whole[name] ? [[name, whole[name]]] : [])))
}

/** Database key of an item by its key attributes, which must fit the table. */
export function itemKeyOf(store: Store, stage: Stage, name: string, key: DynaliteItem): string {
  const table = store.tables.get(name)
  if (!table) throw dynamoDbError('ResourceNotFoundException', 'Requested resource not found')
  const wrong = validateKey(key, table)
  if (wrong) throw wrong
  return stage.itemKey(name, createKey(key, table))
}

/** A transaction touches each of its items once. */
export function refuseDuplicates(itemKeys: string[]): void {
  if (new Set(itemKeys).size < itemKeys.length)
    throw invalid('Transaction request cannot include multiple operations on one item')
}

/** The reasons stand in the order of the request's items. */
export function canceled(reasons: Reason[]): Error {
  const codes = reasons.map(reason => reason.Code).join(', ')
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`
  return dynamoDbError('TransactionCanceledException', message, { CancellationReasons: reasons })
}

/** Reads a request; one of another form is a ValidationException. */
export function parsed<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> {
  const result = schema.safeParse(JSON.parse(body))
  if (!result.success) throw invalid(`1 validation error detected: ${z.prettifyError(result.error)}`)
  return result.data
}

const invalid = (message: string): Error => dynamoDbError('ValidationException', message)
