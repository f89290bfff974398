import { randomUUID } from 'node:crypto'
import { ApiError } from '../../../lambdas/contract/errors.ts'
import { grant as book } from '../../../lambdas/records/ledger/index.ts'
import { UsageError } from '../arguments.ts'
import { type Command, RefusedError } from '../command.ts'
import { isoNow } from '../context.ts'

const MOST = 1_000_000

export const grant: Command = {
  name: 'grant',
  words: '<회원 번호> <토큰>',
  summary: '사유를 적고 토큰을 더하거나 빼요 (빼려면 -- 뒤에 음수)',
  options: { reason: 'text', id: 'text' },
  help: [
    '--reason T  사유: 회원의 토큰 내역에 보여요',
    '--id ID     같은 ID로는 한 번만 더해요; 없으면 새 ID를 지어요',
    '예: npm run ops -- grant 회원번호 100 --reason "장애 보상"',
    '    npm run ops -- grant --reason "잘못 드림" -- 회원번호 -100',
  ],
  async run(context, typed) {
    const uid = typed.need(0, '회원 번호')
    const amount = tokens(typed.need(1, '토큰'))
    const reason = typed.needText('reason')
    const id = typed.text('id') ?? randomUUID()
    try {
      const { token } = await book(context.tables, { uid, id, amount, reason, at: isoNow(context) })
      return { text: `지금 보유 토큰은 ${token}개예요. (ID ${id})`, json: { uid, id, amount, reason, token } }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NO_USER')
        throw new RefusedError(`회원 ${uid}을(를) 찾을 수 없어요.`)
      if (error instanceof ApiError && error.code === 'INSUFFICIENT_TOKENS')
        throw new RefusedError('보유 토큰보다 많이 뺄 수 없어요.')
      throw error
    }
  },
}

function tokens(word: string): number {
  const amount = Number(word)
  if (!/^[+-]?\d+$/.test(word) || amount === 0 || Math.abs(amount) > MOST)
    throw new UsageError(`토큰은 0이 아니고 ${MOST.toLocaleString('ko-KR')} 이하인 수로 적어 주세요.`)
  return amount
}
