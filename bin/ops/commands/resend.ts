import { notifyKind } from '../../../lambdas/contract/workflow.ts'
import { notify } from '../../../lambdas/mail/notify.ts'
import { readEntry } from '../../../lambdas/records/archive.ts'
import { unmarkMail } from '../../../lambdas/records/entry-mails.ts'
import { readUser } from '../../../lambdas/records/users.ts'
import { UsageError } from '../arguments.ts'
import { type Command, RefusedError } from '../command.ts'

export const resend: Command = {
  name: 'resend',
  words: '<uid> <key> <mail>',
  summary: 'sends a mail about a video again: received, done or failed',
  options: {},
  help: ['received is for a video under way, done for a finished one, failed for a failed one.'],
  async run({ tables, ses, siteUrl, mailSender }, typed) {
    const ref = { uid: typed.need(0, 'uid'), key: typed.need(1, 'key') }
    const kind = notifyKind.safeParse(typed.need(2, 'mail'))
    if (!kind.success) throw new UsageError(`<mail> is one of ${notifyKind.options.join(', ')}.`)
    if (!(await readEntry(tables, ref))) throw new RefusedError('There is no such video.')
    const email = (await readUser(tables, ref.uid))?.email
    if (email === undefined) throw new RefusedError('The user has no e-mail address.')
    await unmarkMail(tables, ref, kind.data)
    await notify({ tables, ses, from: mailSender, siteUrl }, { ...ref, kind: kind.data })
    const entry = await readEntry(tables, ref)
    if (!entry?.mails.includes(kind.data))
      throw new RefusedError(`Not sent: the video is ${entry?.status ?? 'gone'}, or the mail service refused.`)
    return { text: `Sent to ${email}.`, json: { ...ref, kind: kind.data, to: email } }
  },
}
