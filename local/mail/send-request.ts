import { type Access, type AwsRequest, LOCAL_ACCOUNT } from '../aws/service.ts'
import { regionOf } from '../aws/stated-signature.ts'
import { addressOf, readMessage } from './read-message.ts'
import type { OutgoingMessage } from './write-message.ts'

/** Who sends to whom. */
export interface Envelope {
  source: string
  to: string[]
  configurationSet: string | undefined
}

/** The verified identity that lets an address send: the address itself, its domain or a domain above it. */
export function identityOf(address: string, identities: string[]): string | undefined {
  const mail = addressOf(address).toLowerCase()
  const domain = mail.slice(mail.lastIndexOf('@') + 1)
  const verified = identities.map(identity => identity.toLowerCase())
  return (
    verified.find(identity => identity === mail) ??
    verified.find(identity => !identity.includes('@') && (domain === identity || domain.endsWith(`.${identity}`)))
  )
}

/** Which role permissions a send takes: the identity it sends as and the configuration set it names. */
export function sendAccess(request: AwsRequest, envelope: Envelope, identities: string[]): Access[] {
  const prefix = `arn:aws:ses:${regionOf(request.headers)}:${LOCAL_ACCOUNT}`
  const identity = identityOf(envelope.source, identities) ?? addressOf(envelope.source)
  const action = `ses:${request.operation}`
  const context = { 'ses:FromAddress': addressOf(envelope.source) }
  const access: Access[] = [{ action, resource: `${prefix}:identity/${identity}`, context }]
  if (envelope.configurationSet !== undefined)
    access.push({ action, resource: `${prefix}:configuration-set/${envelope.configurationSet}`, context })
  return access
}

function members(form: URLSearchParams, prefix: string): string[] {
  const values: string[] = []
  for (let index = 1; form.has(`${prefix}.member.${index}`); index++)
    values.push(form.get(`${prefix}.member.${index}`) ?? '')
  return values
}

/** Envelope of a SendEmail form. */
export function envelopeOf(form: URLSearchParams): Envelope {
  return {
    source: form.get('Source') ?? '',
    to: ['To', 'Cc', 'Bcc'].flatMap(kind => members(form, `Destination.${kind}Addresses`)),
    configurationSet: form.get('ConfigurationSetName') ?? undefined,
  }
}

/** The message of a SendRawEmail form. */
export const rawData = (form: URLSearchParams): Buffer => Buffer.from(form.get('RawMessage.Data') ?? '', 'base64')

/** Envelope of a SendRawEmail form; what it does not say is in the message. */
export function rawEnvelope(form: URLSearchParams): Envelope {
  const message = readMessage(rawData(form))
  const stated = members(form, 'Destinations')
  return {
    source: form.get('Source') ?? message.from,
    to: stated.length > 0 ? stated : message.to,
    configurationSet: form.get('ConfigurationSetName') ?? undefined,
  }
}

/** The message of a SendEmail form. */
export function messageOf(form: URLSearchParams): OutgoingMessage {
  return {
    from: form.get('Source') ?? '',
    to: members(form, 'Destination.ToAddresses'),
    cc: members(form, 'Destination.CcAddresses'),
    replyTo: members(form, 'ReplyToAddresses'),
    subject: form.get('Message.Subject.Data') ?? '',
    text: form.get('Message.Body.Text.Data') ?? undefined,
    html: form.get('Message.Body.Html.Data') ?? undefined,
  }
}
