import { randomUUID } from 'node:crypto'
import { ApiError } from '../../../lambdas/contract/errors.ts'
import { grant as book } from '../../../lambdas/records/ledger/index.ts'
import { UsageError } from '../arguments.ts'
import { type Command, RefusedError } from '../command.ts'
import { isoNow } from '../context.ts'

const MOST = 1_000_000

export const grant: Command = {
  name: 'grant',
  words: '<uid> <tokens>',
  summary: 'adds tokens with a reason, or takes some (a negative number after --)',
  options: { reason: 'text', id: 'text' },
  help: [
    '--reason T  the reason, in Korean: the user reads it in the token history',
    '--id ID     the same ID adds once only; without it, a new one is made up',
    'npm run ops -- grant UID 100 --reason "장애 보상"',
    'npm run ops -- grant --reason "잘못 드림" -- UID -100',
  ],
  async run(context, typed) {
    const uid = typed.need(0, 'uid')
    const amount = tokens(typed.need(1, 'tokens'))
    const reason = typed.needText('reason')
    const id = typed.text('id') ?? randomUUID()
    try {
      const { token } = await book(context.tables, { uid, id, amount, reason, at: isoNow(context) })
      return { text: `The balance is ${token} tokens now. (ID ${id})`, json: { uid, id, amount, reason, token } }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NO_USER') throw new RefusedError(`There is no user ${uid}.`)
      if (error instanceof ApiError && error.code === 'INSUFFICIENT_TOKENS')
        throw new RefusedError('That is more than the balance.')
      throw error
    }
  },
}

function tokens(word: string): number {
  const amount = Number(word)
  if (!/^[+-]?\d+$/.test(word) || amount === 0 || Math.abs(amount) > MOST)
    throw new UsageError(`<tokens> is a whole number other than 0, at most ${MOST.toLocaleString('en-US')}.`)
  return amount
}
