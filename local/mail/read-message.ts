/** What a mail box shows of a message. */
export interface ReadMessage {
  from: string
  to: string[]
  subject: string
  /** Empty when the message has no plain text. */
  text: string
  /** Empty when the message has no HTML. */
  html: string
}

interface Part {
  headers: Map<string, string>
  body: Buffer
}

/** Reads an RFC 5322 message with MIME parts: encoded words, base64, quoted-printable, nested multiparts. */
export function readMessage(raw: Buffer): ReadMessage {
  const message = partOf(raw)
  const leaves = leavesOf(message)
  return {
    from: decodedWords(message.headers.get('from') ?? ''),
    to: addresses(message.headers.get('to') ?? '').map(decodedWords),
    subject: decodedWords(message.headers.get('subject') ?? ''),
    text: textOf(leaves, 'text/plain'),
    html: textOf(leaves, 'text/html'),
  }
}

/** The bare address of `Name <a@b>`. */
export function addressOf(mailbox: string): string {
  return (/<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox).trim()
}

function partOf(raw: Buffer): Part {
  const text = raw.toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)
  const head = end ? text.slice(0, end.index) : text
  const body = end ? raw.subarray(end.index + end[0].length) : Buffer.alloc(0)
  const unfolded = head.replace(/\r?\n[ \t]+/g, ' ')
  const headers = unfolded.split(/\r?\n/).map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), Buffer.from(line.slice(colon + 1).trim(), 'latin1').toString('utf8')]
  })
  return { headers: new Map(headers), body }
}

const typeOf = (part: Part): string => (part.headers.get('content-type') ?? 'text/plain').toLowerCase()

function leavesOf(part: Part): Part[] {
  if (!typeOf(part).startsWith('multipart/')) return [part]
  const boundary = /boundary="?([^";]+)"?/i.exec(part.headers.get('content-type') ?? '')?.[1]
  if (boundary === undefined) return []
  const pieces = `\r\n${part.body.toString('latin1')}`.split(new RegExp(`\\r?\\n--${escaped(boundary)}`))
  return pieces
    .slice(1)
    .filter(piece => !piece.startsWith('--'))
    .flatMap(piece => leavesOf(partOf(Buffer.from(piece.replace(/^[ \t]*\r?\n/, ''), 'latin1'))))
}

function textOf(leaves: Part[], type: string): string {
  const leaf = leaves.find(part => typeOf(part).startsWith(type))
  if (!leaf) return ''
  const charset = /charset="?([^";\s]+)/i.exec(leaf.headers.get('content-type') ?? '')?.[1] ?? 'utf-8'
  return new TextDecoder(charset).decode(decodedBody(leaf))
}

function decodedBody(part: Part): Buffer {
  const encoding = (part.headers.get('content-transfer-encoding') ?? '').toLowerCase()
  if (encoding === 'base64') return Buffer.from(part.body.toString('latin1'), 'base64')
  return encoding === 'quoted-printable' ? unquoted(part.body.toString('latin1')) : part.body
}

function unquoted(text: string): Buffer {
  const joined = text.replace(/=[ \t]*\r?\n/g, '')
  const bytes = joined.replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1')
}

/** RFC 2047; white space between two encoded words does not count. */
function decodedWords(text: string): string {
  return text
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/=\?([^?]+)\?([BQ])\?([^?]*)\?=/gi, (_, charset: string, kind: string, data: string) => {
      const bytes = kind.toUpperCase() === 'B' ? Buffer.from(data, 'base64') : unquoted(data.replaceAll('_', ' '))
      return new TextDecoder(charset).decode(bytes)
    })
}

/** Splits a list of addresses at its commas, but not at those inside quotes. */
function addresses(list: string): string[] {
  return (list.match(/(?:"[^"]*"|[^,"])+/g) ?? []).map(one => one.trim()).filter(Boolean)
}

const escaped = (text: string): string => text.replace(/[\\^$+.()|[\]{}*?]/g, '\\$&')
