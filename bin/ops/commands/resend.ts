import { notifyKind } from '../../../lambdas/contract/workflow.ts'
import { notify } from '../../../lambdas/mail/notify.ts'
import { readEntry } from '../../../lambdas/records/archive.ts'
import { unmarkMail } from '../../../lambdas/records/entry-mails.ts'
import { readUser } from '../../../lambdas/records/users.ts'
import { UsageError } from '../arguments.ts'
import { type Command, RefusedError } from '../command.ts'

export const resend: Command = {
  name: 'resend',
  words: '<회원 번호> <키> <메일>',
  summary: '영상에 대한 메일을 다시 보내요: received, done, failed',
  options: {},
  help: ['received는 만드는 중인 영상, done은 완성된 영상, failed는 실패한 영상에만 보낼 수 있어요.'],
  async run({ tables, ses, siteUrl, mailSender }, typed) {
    const ref = { uid: typed.need(0, '회원 번호'), key: typed.need(1, '키') }
    const kind = notifyKind.safeParse(typed.need(2, '메일'))
    if (!kind.success) throw new UsageError(`<메일>에는 ${notifyKind.options.join(', ')} 가운데 하나를 적어 주세요.`)
    if (!(await readEntry(tables, ref))) throw new RefusedError('그런 영상이 없어요.')
    const email = (await readUser(tables, ref.uid))?.email
    if (email === undefined) throw new RefusedError('메일 주소가 없는 회원이에요.')
    await unmarkMail(tables, ref, kind.data)
    await notify({ tables, ses, from: mailSender, siteUrl }, { ...ref, kind: kind.data })
    const entry = await readEntry(tables, ref)
    if (!entry?.mails.includes(kind.data))
      throw new RefusedError(
        `보내지 못했어요: 영상의 상태가 ${entry?.status ?? '없음'}이거나 메일 서비스가 거절했어요.`,
      )
    return { text: `${email} 주소로 보냈어요.`, json: { ...ref, kind: kind.data, to: email } }
  },
}
