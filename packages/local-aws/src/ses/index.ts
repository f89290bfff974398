import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { queryError } from '../aws/errors.ts'
import type { AwsResponse, AwsService } from '../aws/service.ts'
import { respond } from '../aws/wire.ts'
import { openMailbox, type StoredEmail } from './mailbox.ts'
import { createMailboxPage } from './mailbox-page.ts'
import { checkEmail, readSendEmail, SesError, type SesIdentity, sendAccess } from './send-email.ts'
import { ENGLISH_MAILBOX, type MailboxTexts } from './texts.ts'

export type { StoredEmail } from './mailbox.ts'

/** An error that SES returns instead of sending: `Throttling` (400), `AccountSendingPausedException` ... */
export interface SesFailure {
  status: number
  code: string
  message: string
}

/** SES that stores every email in a folder and shows it on a page. */
export interface LocalSes extends AwsService {
  /** Newest first. */
  messages(): StoredEmail[]
  /** Serves the mailbox page, under any path. */
  page(req: IncomingMessage, res: ServerResponse): void
  /** Fails the next send with this error. */
  failNext(error: SesFailure): void
}

export interface SesOptions {
  /** Holds one file per email. */
  folder: string
  identities: () => readonly SesIdentity[]
  /** Milliseconds. Default: the machine's clock. */
  now?: () => number
  texts?: MailboxTexts
}

/** SES version 1 (Query protocol): SendEmail. */
export function createSes(options: SesOptions): LocalSes {
  const now = options.now ?? Date.now
  const box = openMailbox(options.folder)
  const page = createMailboxPage(box, options.texts ?? ENGLISH_MAILBOX)
  const failures: SesFailure[] = []

  async function sendEmail(form: URLSearchParams): Promise<AwsResponse> {
    const failure = failures.shift()
    if (failure) return queryError(failure.status, failure.code, failure.message)
    const email = readSendEmail(form)
    checkEmail(email, options.identities())
    const id = randomUUID()
    await box.add({ id, at: now(), ...email })
    return {
      status: 200,
      headers: { 'content-type': 'text/xml' },
      body:
        '<SendEmailResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><SendEmailResult>' +
        `<MessageId>${id}</MessageId></SendEmailResult>` +
        `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></SendEmailResponse>`,
    }
  }

  return {
    messages: box.messages,
    page: (req, res) => respond(res, page(req.url ?? '/')),
    failNext: error => void failures.push(error),
    accessOf: request => sendAccess(request, options.identities()),

    async handle(request) {
      if (request.operation !== 'SendEmail')
        return queryError(400, 'InvalidAction', `The local SES does not support ${request.operation}.`)
      try {
        return await sendEmail(new URLSearchParams(request.body.toString()))
      } catch (error) {
        if (error instanceof SesError) return queryError(400, error.code, error.message)
        throw error
      }
    },
  }
}
