/** A mail before it is put into RFC 5322's form. */
export interface OutgoingMessage {
  from: string
  to: string[]
  cc: string[]
  replyTo: string[]
  subject: string
  text: string | undefined
  html: string | undefined
}

const ASCII = /^[\x20-\x7e]*$/
/** A line with an encoded word has at most 76 characters (RFC 2047 section 2): 36 bytes make 48 of base64. */
const WORD_BYTES = 36

/** Writes an RFC 5322 message with its text and HTML as alternatives. `at` in milliseconds. */
export function writeMessage(message: OutgoingMessage, { id, at }: { id: string; at: number }): Buffer {
  const headers = [
    ['Message-ID', `<${id}@localhost>`],
    ['Date', new Date(at).toUTCString().replace('GMT', '+0000')],
    ['From', encodedAddress(message.from)],
    ['To', message.to.map(encodedAddress).join(',\r\n ')],
    ['Cc', message.cc.map(encodedAddress).join(',\r\n ')],
    ['Reply-To', message.replyTo.map(encodedAddress).join(',\r\n ')],
    ['Subject', encodedWords(message.subject)],
    ['MIME-Version', '1.0'],
  ]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
  const parts = [part('plain', message.text), part('html', message.html)].filter(text => text !== undefined)
  const [single = part('plain', '')] = parts
  if (parts.length < 2) return Buffer.from([...headers, single].join('\r\n'))
  const boundary = `alternative-${id}`
  const body = parts.map(text => `--${boundary}\r\n${text}\r\n`).join('')
  const type = `Content-Type: multipart/alternative;\r\n boundary="${boundary}"`
  return Buffer.from([...headers, type, '', `${body}--${boundary}--\r\n`].join('\r\n'))
}

function part(kind: 'plain' | 'html', content: string | undefined): string | undefined {
  if (content === undefined) return undefined
  const lines = Buffer.from(content)
    .toString('base64')
    .match(/.{1,76}/g) ?? ['']
  return [`Content-Type: text/${kind}; charset=UTF-8`, 'Content-Transfer-Encoding: base64', '', ...lines].join('\r\n')
}

/** `이름 <a@b>` with its name in encoded words. */
function encodedAddress(address: string): string {
  const [, name, mail] = /^\s*"?([^"<]*?)"?\s*(<[^>]*>)\s*$/.exec(address) ?? []
  return name && mail && !ASCII.test(name) ? `${encodedWords(name)}\r\n ${mail}` : withoutBreaks(address)
}

function encodedWords(text: string): string {
  if (ASCII.test(text)) return text
  const words: string[] = []
  let word = ''
  for (const sign of withoutBreaks(text)) {
    if (Buffer.byteLength(word + sign) > WORD_BYTES) {
      words.push(word)
      word = ''
    }
    word += sign
  }
  return [...words, word].map(one => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`).join('\r\n ')
}

/** A line break in a header would start another header. */
const withoutBreaks = (text: string): string => text.replace(/[\r\n]+/g, ' ')
