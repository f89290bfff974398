import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { queryError } from '../aws/errors.ts'
import type { AwsResponse, AwsService } from '../aws/service.ts'
import { escapeMarkup, respond } from '../aws/wire.ts'
import { openMailBox, type StoredMail } from './mail-box.ts'
import { mailBoxPage } from './mail-box-page.ts'
import { type Envelope, envelopeOf, identityOf, messageOf, rawData, rawEnvelope, sendAccess } from './send-request.ts'
import { writeMessage } from './write-message.ts'

export type { StoredMail } from './mail-box.ts'

const MOST_RECIPIENTS = 50

/** An error SES answers instead of sending: `Throttling` (400), `AccountSendingPausedException` ... */
export interface SesFailure {
  status: number
  code: string
  message: string
}

/** SES whose mails end in a folder and on a page. */
export interface LocalSes extends AwsService {
  /** Newest first. */
  messages(): StoredMail[]
  /** The mail box: `?id=` one message, `?format=json` for programs. Works under any path. */
  page(req: IncomingMessage, res: ServerResponse): void
  /** The next send is answered with the error. */
  failNext(error: SesFailure): void
}

export interface SesOptions {
  /** Holds one `.eml` file a message. */
  folder: string
  /** Verified addresses and domains. */
  identities: () => string[]
  /** Milliseconds; the machine's clock by default. */
  now?: () => number
}

/** SES version 1 (Query protocol): SendEmail and SendRawEmail. */
export function createSes(options: SesOptions): LocalSes {
  const now = options.now ?? Date.now
  const box = openMailBox(options.folder)
  const failures: SesFailure[] = []

  const send = async (envelope: Envelope, raw: (id: string) => Buffer, operation: string): Promise<AwsResponse> => {
    const failure = failures.shift()
    if (failure) return queryError(failure.status, failure.code, failure.message)
    if (envelope.to.length === 0) return queryError(400, 'InvalidParameterValue', "Missing required header 'To'.")
    if (envelope.to.length > MOST_RECIPIENTS)
      return queryError(400, 'InvalidParameterValue', `Recipient count exceeds ${MOST_RECIPIENTS}.`)
    if (identityOf(envelope.source, options.identities()) === undefined)
      return queryError(
        400,
        'MessageRejected',
        `Email address is not verified. The following identities failed the check: ${envelope.source}`,
      )
    const id = randomUUID()
    await box.add({ id, at: now(), raw: raw(id) })
    return {
      status: 200,
      headers: { 'content-type': 'text/xml' },
      body:
        `<${operation}Response xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><${operation}Result>` +
        `<MessageId>${escapeMarkup(id)}</MessageId></${operation}Result>` +
        `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></${operation}Response>`,
    }
  }

  return {
    messages: box.messages,
    page: (req, res) => respond(res, mailBoxPage(box, req.url ?? '/')),
    failNext: error => void failures.push(error),

    accessOf(request) {
      const form = new URLSearchParams(request.body.toString())
      const envelope = request.operation === 'SendRawEmail' ? rawEnvelope(form) : envelopeOf(form)
      return sendAccess(request, envelope, options.identities())
    },

    async handle(request) {
      const form = new URLSearchParams(request.body.toString())
      if (request.operation === 'SendEmail') {
        const envelope = envelopeOf(form)
        return send(envelope, id => writeMessage(messageOf(form), { id, at: now() }), 'SendEmail')
      }
      if (request.operation === 'SendRawEmail') return send(rawEnvelope(form), () => rawData(form), 'SendRawEmail')
      return queryError(400, 'InvalidAction', `SES has no ${request.operation} here.`)
    },
  }
}
