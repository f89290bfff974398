import batchWriteItem from 'dynalite/actions/batchWriteItem.js'
import deleteItem from 'dynalite/actions/deleteItem.js'
import getItem from 'dynalite/actions/getItem.js'
import putItem from 'dynalite/actions/putItem.js'
import query from 'dynalite/actions/query.js'
import scan from 'dynalite/actions/scan.js'
import updateItem from 'dynalite/actions/updateItem.js'
import type { DynaliteAction } from 'dynalite/types'
import * as batchWriteItemRules from 'dynalite/validations/batchWriteItem.js'
import * as deleteItemRules from 'dynalite/validations/deleteItem.js'
import * as getItemRules from 'dynalite/validations/getItem.js'
import { checkTypes, checkValidations } from 'dynalite/validations/index.js'
import * as putItemRules from 'dynalite/validations/putItem.js'
import * as queryRules from 'dynalite/validations/query.js'
import * as scanRules from 'dynalite/validations/scan.js'
import * as updateItemRules from 'dynalite/validations/updateItem.js'
import { rememberExpressions } from './expressions.ts'
import { LARGEST_ITEM } from './item-size.ts'

rememberExpressions()

/** One of dynalite's operations: the validation rules of its requests, and the action. */
export interface Operation {
  rules: { types: object; custom: unknown }
  action: DynaliteAction
}

export const GET_ITEM: Operation = { rules: getItemRules, action: getItem }
export const PUT_ITEM: Operation = { rules: putItemRules, action: putItem }
export const UPDATE_ITEM: Operation = { rules: updateItemRules, action: updateItem }
export const DELETE_ITEM: Operation = { rules: deleteItemRules, action: deleteItem }

/** Writes outside of transactions. Each item of a batch is independent. */
export const WRITES: Record<string, Operation> = {
  PutItem: PUT_ITEM,
  UpdateItem: UPDATE_ITEM,
  DeleteItem: DELETE_ITEM,
  BatchWriteItem: { rules: batchWriteItemRules, action: batchWriteItem },
}

/** Reads of many items, which dynalite streams from the database. */
export const STREAMS: Record<string, Operation> = {
  Query: { rules: queryRules, action: query },
  Scan: { rules: scanRules, action: scan },
}

const SIZE_LIMIT = { options: { maxItemSize: LARGEST_ITEM } }

/**
 * Validates a request as DynamoDB does before reading a table, and parses its expressions.
 * @throws DynamoDbError ValidationException, SerializationException
 */
export function validated(operation: Operation, input: object): Record<string, unknown> {
  const { types, custom } = operation.rules
  const data = checkTypes(input, types)
  checkValidations(data, types, custom, SIZE_LIMIT)
  return data
}
