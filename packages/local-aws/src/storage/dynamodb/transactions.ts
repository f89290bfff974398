import { createHash } from 'node:crypto'
import { checkConditional, createKey, validateKey } from 'dynalite/db/index.js'
import type { DynaliteItem } from 'dynalite/types'
import * as z from 'zod'
import { dynamoDbError, invalidRequest, isException } from './errors.ts'
import { DELETE_ITEM, PUT_ITEM, UPDATE_ITEM, validated } from './operations.ts'
import { attributeMap, entriesUnder, itemPrefix, type Stage, type Store } from './store.ts'
import type { Writer } from './writer.ts'

/** How long a ClientRequestToken is remembered, in milliseconds: ten minutes. */
const TOKEN_LIFE_MS = 10 * 60 * 1000
const TOKEN_PREFIX = 'transaction-token~'

const write = z.looseObject({
  TableName: z.string(),
  Key: attributeMap.optional(),
  Item: attributeMap.optional(),
  ReturnValuesOnConditionCheckFailure: z.string().optional(),
})
const transactWrite = z.object({
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
type TransactWrite = z.output<typeof transactWrite>
const rememberedToken = z.object({ digest: z.string(), at: z.number() })

/** Each kind of write with dynalite's operation. A ConditionCheck is validated as a deletion, but deletes nothing. */
const KINDS = { Put: PUT_ITEM, Update: UPDATE_ITEM, Delete: DELETE_ITEM, ConditionCheck: DELETE_ITEM }
type Kind = keyof typeof KINDS

/** One item of a transaction. */
interface Step {
  kind: Kind
  input: z.output<typeof write>
  itemKey: string
}

/** The CancellationReason of one item. */
interface Reason {
  Code: string
  Message?: string
  Item?: unknown
}

const NONE: Reason = { Code: 'None' }
const CONFLICT: Reason = { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }

/** TransactWriteItems, which dynalite lacks, built on dynalite's actions and expressions. */
export function createTransactions(store: Store, writer: Writer, now: () => number) {
  const tokensInProgress = new Set<string>()

  async function run({ TransactItems }: TransactWrite, token?: { id: string; digest: string }): Promise<object> {
    const reasons: Reason[] = []
    let steps: Step[] = []
    return writer.transaction(
      stage => {
        steps = readSteps(store, TransactItems)
        stage.locked.push(...steps.map(step => step.itemKey))
        if (new Set(stage.locked).size < stage.locked.length)
          throw invalidRequest('Transaction request cannot include multiple operations on one item')
        for (const step of steps) reasons.push(tryStep(stage, step))
        if (reasons.some(reason => reason !== NONE)) throw canceled(reasons)
        if (token) stage.put(TOKEN_PREFIX + token.id, { digest: token.digest, at: now() })
        return {}
      },
      busy => {
        throw canceled(steps.map((step, index) => (busy.has(step.itemKey) ? CONFLICT : (reasons[index] ?? NONE))))
      },
    )
  }

  return {
    /**
     * Writes all items or none. A repeated request with the same ClientRequestToken succeeds without a second effect.
     * @throws DynamoDbError TransactionCanceledException with one reason per item,
     * IdempotentParameterMismatchException, TransactionInProgressException, ValidationException
     */
    async write(body: string): Promise<object> {
      const request = parseRequest(body)
      const id = request.ClientRequestToken
      if (id === undefined) return run(request)
      const digest = createHash('sha256').update(JSON.stringify(request.TransactItems)).digest('hex')
      const known = rememberedToken.optional().parse(store.db.getSync(TOKEN_PREFIX + id))
      if (known && known.at + TOKEN_LIFE_MS > now()) {
        if (known.digest === digest) return {}
        throw dynamoDbError(
          'IdempotentParameterMismatchException',
          'The request uses the same client token as a previous, but non-identical request.',
        )
      }
      if (tokensInProgress.has(id))
        throw dynamoDbError(
          'TransactionInProgressException',
          'The transaction with the given request token is already in progress.',
        )
      tokensInProgress.add(id)
      try {
        return await run(request, { id, digest })
      } finally {
        tokensInProgress.delete(id)
      }
    },

    /** Deletes tokens that have expired at `time` (milliseconds). */
    async sweep(time: number): Promise<void> {
      for await (const [key, value] of entriesUnder(store, TOKEN_PREFIX))
        if (rememberedToken.parse(value).at + TOKEN_LIFE_MS <= time) await store.db.batch([{ type: 'del', key }])
    },
  }
}

function parseRequest(body: string): TransactWrite {
  const result = transactWrite.safeParse(JSON.parse(body))
  if (!result.success) throw invalidRequest(`1 validation error detected: ${z.prettifyError(result.error)}`)
  return result.data
}

function readSteps(store: Store, items: TransactWrite['TransactItems']): Step[] {
  return items.map(entry => {
    const [kind, ...others] = (['Put', 'Update', 'Delete', 'ConditionCheck'] as const).filter(one => entry[one])
    const input = kind && entry[kind]
    if (!input || others.length > 0)
      throw invalidRequest('TransactItems can only contain one of Check, Put, Update or Delete')
    if (kind === 'ConditionCheck' && input.ConditionExpression === undefined)
      throw invalidRequest('The ConditionExpression of a ConditionCheck must not be null')
    return { kind, input, itemKey: readItemKey(store, kind, input) }
  })
}

/** Database key of the item that a step writes or checks. A Put has its key among the attributes of its item. */
function readItemKey(store: Store, kind: Kind, { TableName, Key = {}, Item = {} }: Step['input']): string {
  const table = store.tables.get(TableName)
  if (!table) throw dynamoDbError('ResourceNotFoundException', 'Requested resource not found')
  const ofItem = table.KeySchema.flatMap(({ AttributeName: one }) => (Item[one] ? [[one, Item[one]]] : []))
  const key: DynaliteItem = kind === 'Put' ? Object.fromEntries(ofItem) : Key
  const fault = validateKey(key, table)
  if (fault) throw fault
  return itemPrefix(TableName) + createKey(key, table)
}

/** Runs one step on the stage. Returns NONE or the reason for the cancellation. */
function tryStep(stage: Stage, { kind, input, itemKey }: Step): Reason {
  const existing = attributeMap.optional().parse(stage.get(itemKey))
  // dynalite's validation removes unknown fields from its input.
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

/** The reasons are in the order of the request's items. */
function canceled(reasons: Reason[]): Error {
  const codes = reasons.map(reason => reason.Code).join(', ')
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`
  return dynamoDbError('TransactionCanceledException', message, { CancellationReasons: reasons })
}
