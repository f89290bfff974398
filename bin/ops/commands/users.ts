import { randomUUID } from 'node:crypto'
import { ApiError } from '../../../lambdas/contract/errors.ts'
import { writeLog } from '../../../lambdas/records/activity-log.ts'
import { grant as book, movements } from '../../../lambdas/records/ledger/index.ts'
import { ordersOfUser } from '../../../lambdas/records/payments.ts'
import { readUser, setSuspended, type User, user as userRow } from '../../../lambdas/records/users.ts'
import { UsageError } from '../arguments.ts'
import { type Command, RefusedError, type Report } from '../command.ts'
import { type Context, isoNow } from '../context.ts'
import { newest, scan } from '../scan.ts'
import { moment, textTable } from '../text-table.ts'
import { ORDER_COLUMNS } from './payments.ts'

export const user: Command = {
  name: 'user',
  words: '[uid | email]',
  summary: 'shows one user with tokens and payments; without an argument, lists all users, newest first',
  options: { limit: 'text' },
  help: ['--limit N   at most N users (50)'],
  async run(context, typed) {
    const wanted = typed.word(0)
    if (wanted === undefined) return everybody(context, typed.count('limit', 50))
    return somebody(context, await findUid(context, wanted))
  },
}

async function everybody({ tables }: Context, most: number): Promise<Report> {
  const found = await newest(scan(tables, 'users', userRow), most, ({ created_at }) => created_at)
  const text = textTable<User>(
    [
      { heading: 'signed up', cell: row => moment(row.created_at) },
      { heading: 'uid', cell: row => row.uid },
      { heading: 'name', cell: row => row.name },
      { heading: 'email', cell: row => row.email },
      { heading: 'tokens', cell: row => row.token },
      { heading: 'videos', cell: row => row.archive_count },
      { heading: 'suspended', cell: row => row.suspended },
    ],
    found,
  )
  return { text, json: found }
}

async function somebody({ tables }: Context, uid: string): Promise<Report> {
  const found = await readUser(tables, uid)
  if (!found) throw new RefusedError(`There is no user ${uid}.`)
  const [{ movements: recent }, orders] = await Promise.all([movements(tables, uid), ordersOfUser(tables, uid, 20)])
  const owed = Object.values(found.owed).reduce((sum, tokens) => sum + tokens, 0)
  const facts = [
    `${found.name} · ${found.email ?? 'no email'} · ${found.uid}`,
    `signed up ${moment(found.created_at)} · tokens ${found.token} · videos ${found.archive_count - found.archive_deleted} · in progress ${found.open_submissions}`,
    ...(owed > 0 ? [`owes ${owed} tokens of cancelled payments`] : []),
    ...(found.suspended === undefined ? [] : [`suspended: ${found.suspended || 'no reason given'}`]),
  ]
  const ledger = textTable(
    [
      { heading: 'time', cell: row => moment(row.at) },
      { heading: 'movement', cell: row => row.movement },
      { heading: 'tokens', cell: row => row.amount },
      { heading: 'balance', cell: row => row.balance },
      { heading: 'note', cell: row => row.note },
    ],
    recent,
  )
  const text = [...facts, '', 'Tokens', ledger, '', 'Payments', textTable(ORDER_COLUMNS, orders)].join('\n')
  return { text, json: { ...found, movements: recent, orders } }
}

/**
 * The uid itself, or that of the user with this address.
 * @throws RefusedError
 */
async function findUid({ tables }: Context, word: string): Promise<string> {
  if (!word.includes('@')) return word
  for await (const row of scan(tables, 'users', userRow)) if (row.email === word) return row.uid
  throw new RefusedError(`There is no user with the address ${word}.`)
}

/** Largest grant, in tokens. */
const MOST = 1_000_000

export const grant: Command = {
  name: 'grant',
  words: '<uid | email> <tokens>',
  summary: 'adds tokens with a reason, or deducts some (a negative number after --)',
  options: { reason: 'text', id: 'text' },
  help: [
    '--reason T  the reason, in Korean: the user reads it in the token history',
    '--id ID     the same ID takes effect only once; without it, a new one is generated',
    'npm run ops -- grant UID 100 --reason "장애 보상"',
    'npm run ops -- grant --reason "잘못 드림" -- UID -100',
  ],
  async run(context, typed) {
    const word = typed.need(0, 'uid')
    const amount = tokens(typed.need(1, 'tokens'))
    const reason = typed.needText('reason')
    const uid = await findUid(context, word)
    const id = typed.text('id') ?? randomUUID()
    try {
      const { token } = await book(context.tables, { uid, id, amount, reason, at: isoNow(context) })
      return { text: `The balance is now ${token} tokens. (ID ${id})`, json: { uid, id, amount, reason, token } }
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

export const suspend: Command = {
  name: 'suspend',
  words: '<uid | email>',
  summary: 'suspends a user: no new videos and payments; finished subtitles stay available',
  options: { reason: 'text' },
  help: ['--reason T  the reason, in Korean: the user reads it'],
  run: (context, typed) => changeSuspension(context, typed.need(0, 'uid'), typed.needText('reason')),
}

export const restore: Command = {
  name: 'restore',
  words: '<uid | email>',
  summary: 'lifts a suspension',
  options: {},
  help: [],
  run: (context, typed) => changeSuspension(context, typed.need(0, 'uid'), undefined),
}

async function changeSuspension(context: Context, word: string, reason: string | undefined): Promise<Report> {
  const { tables } = context
  const uid = await findUid(context, word)
  const before = await readUser(tables, uid)
  if (!before || !(await setSuspended(tables, uid, reason))) throw new RefusedError(`There is no user ${uid}.`)
  const action = reason === undefined ? 'restore' : 'suspend'
  await writeLog(tables, { uid, action, details: {}, before: before.suspended, after: reason, at: isoNow(context) })
  const text = reason === undefined ? 'Lifted the suspension.' : `Suspended: ${reason}`
  return { text, json: { uid, suspended: reason ?? null } }
}
