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
  words: '[회원 번호 | 메일 주소]',
  summary: '회원 하나를 토큰 내역, 결제와 함께 보여 줘요; 없으면 새로 온 순서로 모두',
  options: { limit: 'text' },
  help: ['--limit N   회원을 N명까지 보여 줘요 (50)'],
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
      { heading: '가입', cell: row => moment(row.created_at) },
      { heading: '회원 번호', cell: row => row.uid },
      { heading: '이름', cell: row => row.name },
      { heading: '메일', cell: row => row.email },
      { heading: '토큰', cell: row => row.token },
      { heading: '영상', cell: row => row.archive_count },
      { heading: '제한', cell: row => row.suspended },
    ],
    people,
  )
  return { text, json: people }
}

async function somebody({ tables }: Context, uid: string): Promise<Report> {
  const found = await readUser(tables, uid)
  if (!found) throw new RefusedError(`회원 ${uid}을(를) 찾을 수 없어요.`)
  const { archive_holes, ...shown } = found
  const [{ movements: recent }, orders] = await Promise.all([movements(tables, uid), ordersOfUser(tables, uid, 20)])
  const facts = [
    `${shown.name} · ${shown.email ?? '메일 없음'} · ${shown.uid}`,
    `가입 ${moment(shown.created_at)} · 보유 토큰 ${shown.token}개 · 영상 ${shown.archive_count - archive_holes.size}개 · 만드는 중 ${shown.open_submissions}개`,
    ...(shown.suspended === undefined ? [] : [`이용 제한: ${shown.suspended || '사유 없음'}`]),
  ]
  const ledger = textTable(
    [
      { heading: '시각', cell: row => moment(row.at) },
      { heading: '내역', cell: row => row.movement },
      { heading: '토큰', cell: row => row.amount },
      { heading: '잔액', cell: row => row.balance },
      { heading: '메모', cell: row => row.note },
    ],
    recent,
  )
  const text = [...facts, '', '토큰', ledger, '', '결제', textTable(ORDER_COLUMNS, orders)].join('\n')
  return { text, json: { ...shown, archive_holes: [...archive_holes], movements: recent, orders } }
}

async function uidOf({ tables }: Context, email: string): Promise<string> {
  for await (const row of scan(tables, 'users', person)) if (row.email === email) return row.uid
  throw new RefusedError(`${email} 주소의 회원을 찾을 수 없어요.`)
}
