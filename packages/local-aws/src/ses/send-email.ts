import { type Access, type AwsRequest, LOCAL_ACCOUNT } from '../aws/service.ts'
import { readRegion } from '../aws/stated-signature.ts'

/** SES's limit on the recipients of one email. */
const MOST_RECIPIENTS = 50
/** SES's limit on a message, in bytes. */
const LARGEST_MESSAGE = 10 * 1024 ** 2

const KNOWN_FIELDS = [
  /^(?:Action|Version|Source)$/,
  /^Destination\.ToAddresses\.member\.\d+$/,
  /^ReplyToAddresses\.member\.\d+$/,
  /^Message\.(?:Subject|Body\.Text|Body\.Html)\.(?:Data|Charset)$/,
]

/** An email as passed to SendEmail. */
export interface OutgoingEmail {
  /** `이름 <a@b>` or the bare address. */
  from: string
  to: string[]
  replyTo: string[]
  subject: string
  /** Empty if the email has no plain text. */
  text: string
  /** Empty if the email has no HTML. */
  html: string
}

/** A verified address or domain. */
export interface SesIdentity {
  name: string
  /** Its default configuration set, through which every email is sent. */
  configurationSet?: string | undefined
}

/** An error in SES's words. The status is always 400. */
export class SesError extends Error {
  readonly code: 'InvalidParameterValue' | 'MessageRejected'

  constructor(code: SesError['code'], message: string) {
    super(message)
    this.name = 'SesError'
    this.code = code
  }
}

/**
 * Reads the form of a SendEmail request.
 * @throws SesError for an unsupported field, such as `Destination.CcAddresses`
 */
export function readSendEmail(form: URLSearchParams): OutgoingEmail {
  const unknown = [...form].find(([field, value]) => value !== '' && !KNOWN_FIELDS.some(known => known.test(field)))
  if (unknown) throw new SesError('InvalidParameterValue', `The local SES does not support ${unknown[0]}.`)
  return {
    from: decoded(form.get('Source') ?? ''),
    to: members(form, 'Destination.ToAddresses'),
    replyTo: members(form, 'ReplyToAddresses'),
    subject: form.get('Message.Subject.Data') ?? '',
    text: form.get('Message.Body.Text.Data') ?? '',
    html: form.get('Message.Body.Html.Data') ?? '',
  }
}

/** Decodes the display name of a mailbox (RFC 2047). */
function decoded(mailbox: string): string {
  return mailbox.replace(/=\?UTF-8\?B\?([\w+/=]*)\?=/g, (_, word: string) => Buffer.from(word, 'base64').toString())
}

function members(form: URLSearchParams, list: string): string[] {
  const values: string[] = []
  for (let index = 1; form.has(`${list}.member.${index}`); index += 1)
    values.push(form.get(`${list}.member.${index}`) ?? '')
  return values
}

/**
 * Checks an email as SES does before accepting it.
 * @throws SesError if SES would refuse it
 */
export function checkEmail(email: OutgoingEmail, identities: readonly SesIdentity[]): void {
  if (email.to.length === 0) throw new SesError('InvalidParameterValue', "Missing required header 'To'.")
  if (email.to.length > MOST_RECIPIENTS)
    throw new SesError('InvalidParameterValue', `Recipient count exceeds ${MOST_RECIPIENTS}.`)
  for (const address of [email.from, ...email.to, ...email.replyTo]) checkAddress(address)
  // A line break in a header would start another header.
  if (/\p{Cc}/u.test(email.subject))
    throw new SesError('InvalidParameterValue', 'The subject contains control characters.')
  const size = Buffer.byteLength(email.subject + email.text + email.html)
  if (size > LARGEST_MESSAGE)
    throw new SesError('InvalidParameterValue', `Message length is more than ${LARGEST_MESSAGE} bytes long: '${size}'.`)
  if (findIdentity(email.from, identities) === undefined)
    throw new SesError(
      'MessageRejected',
      `Email address is not verified. The following identities failed the check: ${email.from}`,
    )
}

function checkAddress(address: string): void {
  if (/\p{Cc}/u.test(address) || /\s/.test(parseAddress(address)))
    throw new SesError('InvalidParameterValue', 'Local address contains control or whitespace')
  if (!/@[^@]+$/.test(parseAddress(address))) throw new SesError('InvalidParameterValue', "Missing final '@domain'")
}

/**
 * The permissions that sending an email needs: for its identity and for the identity's default configuration set, with
 * the sender's address as a condition key.
 */
export function sendAccess(request: AwsRequest, identities: readonly SesIdentity[]): Access[] {
  const from = new URLSearchParams(request.body.toString()).get('Source') ?? ''
  const identity = findIdentity(from, identities) ?? { name: parseAddress(from) }
  const set = identity.configurationSet
  return [`identity/${identity.name}`, ...(set === undefined ? [] : [`configuration-set/${set}`])].map(resource => ({
    action: `ses:${request.operation}`,
    resource: `arn:aws:ses:${readRegion(request.headers)}:${LOCAL_ACCOUNT}:${resource}`,
    context: { 'ses:FromAddress': parseAddress(from) },
  }))
}

/** The verified identity that an address sends as: the address itself, its domain or a parent domain. */
function findIdentity(address: string, identities: readonly SesIdentity[]): SesIdentity | undefined {
  const email = parseAddress(address).toLowerCase()
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const verified = identities.map(identity => ({ ...identity, name: identity.name.toLowerCase() }))
  return (
    verified.find(({ name }) => name === email) ??
    verified.find(({ name }) => !name.includes('@') && (domain === name || domain.endsWith(`.${name}`)))
  )
}

/** The bare address of `Name <a@b>`. */
function parseAddress(mailbox: string): string {
  return (/<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox).trim()
}
