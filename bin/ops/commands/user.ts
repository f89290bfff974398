import { movements } from '../../../lambdas/records/ledger/index.ts'
import { ordersOfUser } from '../../../lambdas/records/payments.ts'
import { readUser, type User, user as userRow } from '../../../lambdas/records/users.ts'
import { type Command, RefusedError, type Report } from '../command.ts'
import type { Context } from '../context.ts'
import { newest, scan } from '../scan.ts'
import { textTable } from '../text-table.ts'
import { moment } from '../words.ts'
import { ORDER_COLUMNS } from './payments.ts'

/** Without the set of holes, which JSON cannot write. */
const person = userRow.omit({ archive_holes: true })

export const user: Command = {
  name: 'user',
  words: '[uid | e-mail]',
  summary: 'shows one user with tokens and payments; without a word, lists everybody, newest first',
  options: { limit: 'text' },
  help: ['--limit N   at most N users (50)'],
  async run(context, typed) {
    const wanted = typed.word(0)
    if (wanted === undefined) return everybody(context, typed.count('limit', 50))
    return somebody(context, wanted.includes('@') ? await uidOf(context, wanted) : wanted)
  },
}

async function everybody({ tables }: Context, most: number): Promise<Report> {
  const people = await newest(scan(tables, 'users', person), most, ({ created_at }) => created_at)
  const text = textTable<Omit<User, 'archive_holes'>>(
    [
      { heading: 'signed up', cell: row => moment(row.created_at) },
      { heading: 'uid', cell: row => row.uid },
      { heading: 'name', cell: row => row.name },
      { heading: 'e-mail', cell: row => row.email },
      { heading: 'tokens', cell: row => row.token },
      { heading: 'videos', cell: row => row.archive_count },
      { heading: 'suspended', cell: row => row.suspended },
    ],
    people,
  )
  return { text, json: people }
}

async function somebody({ tables }: Context, uid: string): Promise<Report> {
  const found = await readUser(tables, uid)
  if (!found) throw new RefusedError(`There is no user ${uid}.`)
  const { archive_holes, ...shown } = found
  const [{ movements: recent }, orders] = await Promise.all([movements(tables, uid), ordersOfUser(tables, uid, 20)])
  const facts = [
    `${shown.name} · ${shown.email ?? 'no e-mail'} · ${shown.uid}`,
    `signed up ${moment(shown.created_at)} · tokens ${shown.token} · videos ${shown.archive_count - archive_holes.size} · under way ${shown.open_submissions}`,
    ...(shown.suspended === undefined ? [] : [`suspended: ${shown.suspended || 'no reason given'}`]),
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
  return { text, json: { ...shown, archive_holes: [...archive_holes], movements: recent, orders } }
}

async function uidOf({ tables }: Context, email: string): Promise<string> {
  for await (const row of scan(tables, 'users', person)) if (row.email === email) return row.uid
  throw new RefusedError(`There is no user with the address ${email}.`)
}
