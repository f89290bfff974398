import { createHash } from 'node:crypto'
import * as z from 'zod'
import { GET_ITEM, validated } from './operations.ts'
import { dynamoDbError, type Store } from './store.ts'
import {
  CONFLICT,
  canceled,
  item,
  itemKeyOf,
  NONE,
  parsed,
  type Reason,
  reasonOf,
  refuseDuplicates,
  type Step,
  stepsOf,
  transactWrite,
} from './transaction-steps.ts'
import type { Writer } from './writer.ts'

/** How long a ClientRequestToken is remembered, in milliseconds: ten minutes. */
export const TOKEN_LIFE_MS = 10 * 60 * 1000
export const TOKEN_PREFIX = 'transaction-token~'

const transactGet = z.object({
  TransactItems: z
    .array(z.strictObject({ Get: z.looseObject({ TableName: z.string(), Key: item }) }))
    .min(1)
    .max(100),
})
const rememberedToken = z.object({ digest: z.string(), at: z.number() })

/** TransactWriteItems and TransactGetItems over dynalite's own actions and expressions. */
export function createTransactions(store: Store, writer: Writer, now: () => number) {
  const tokensUnderWay = new Set<string>()

  return {
    /** TransactWriteItems: all of it or nothing; a token that was used once answers again without doing it again. */
    async write(body: string): Promise<object> {
      const request = parsed(transactWrite, body)
      const token = request.ClientRequestToken
      if (token === undefined) return run(body, undefined)
      const digest = createHash('sha256').update(JSON.stringify(request.TransactItems)).digest('hex')
      const known = rememberedToken.optional().parse(store.db.getSync(TOKEN_PREFIX + token))
      if (known && known.at + TOKEN_LIFE_MS > now()) {
        if (known.digest === digest) return {}
        throw dynamoDbError(
          'IdempotentParameterMismatchException',
          'The request uses the same client token as a previous, but non-identical request.',
        )
      }
      if (tokensUnderWay.has(token))
        throw dynamoDbError(
          'TransactionInProgressException',
          'The transaction with the given request token is already in progress.',
        )
      tokensUnderWay.add(token)
      try {
        return await run(body, { token, digest })
      } finally {
        tokensUnderWay.delete(token)
      }
    },

    /** TransactGetItems: what is read was there at one moment; an item a transaction is writing cancels. */
    async get(body: string): Promise<object> {
      const request = parsed(transactGet, body)
      const stage = store.stage()
      const reads = request.TransactItems.map(({ Get }) => ({
        Get,
        itemKey: itemKeyOf(store, stage, Get.TableName, Get.Key),
      }))
      refuseDuplicates(reads.map(read => read.itemKey))
      const reasons = reads.map(({ itemKey }) => (writer.isInTransaction(itemKey) ? CONFLICT : NONE))
      if (reasons.includes(CONFLICT)) throw canceled(reasons)
      return { Responses: reads.map(({ Get }) => stage.perform(GET_ITEM.action, validated(GET_ITEM, Get))) }
    },
  }

  async function run(body: string, remembered: { token: string; digest: string } | undefined): Promise<object> {
    const reasons: Reason[] = []
    let steps: Step[] = []
    return writer.transaction(
      stage => {
        steps = stepsOf(store, stage, body)
        stage.locked.push(...steps.map(step => step.itemKey))
        refuseDuplicates(steps.map(step => step.itemKey))
        for (const step of steps) reasons.push(reasonOf(stage, step))
        if (reasons.some(reason => reason !== NONE)) throw canceled(reasons)
        if (remembered) stage.put(TOKEN_PREFIX + remembered.token, { digest: remembered.digest, at: now() })
        return {}
      },
      busy => {
        throw canceled(steps.map((step, index) => (busy.has(step.itemKey) ? CONFLICT : (reasons[index] ?? NONE))))
      },
    )
  }
}
