import { type SESClient, SendEmailCommand } from '@aws-sdk/client-ses'

export interface Mail {
  /** Verified sender, as `이름 <a@b>` or a bare address. */
  from: string
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string
}

/** Sends one mail. SES has no idempotency key, so the caller must make sure that each mail is sent once. */
export async function sendMail(ses: SESClient, { from, to, subject, text, html, replyTo }: Mail): Promise<void> {
  const part = (data: string) => ({ Data: data, Charset: 'UTF-8' })
  await ses.send(
    new SendEmailCommand({
      Source: from,
      Destination: { ToAddresses: [to] },
      Message: { Subject: part(oneLine(subject)), Body: { Text: part(text), Html: part(html) } },
      ...(replyTo !== undefined && { ReplyToAddresses: [replyTo] }),
    }),
  )
}

export interface MailContent {
  title: string
  /** Paragraphs; line breaks inside them are kept. */
  lines: string[]
  button?: { text: string; url: string }
  /** Small print: who sends the mail and why. */
  footer: string
}

/** Last line of every mail to a person. */
export const FOOTER = '자막에서 보낸 이메일이에요. 이 주소로는 답장을 받지 않아요.'

/** Lays out a mail as plain text and as HTML in the look that all mails share. Takes plain text and escapes it. */
export function mailLayout({ title, lines, button, footer }: MailContent): { text: string; html: string } {
  const text = [title, ...lines, ...(button ? [`${button.text}: ${button.url}`] : []), `--\n${footer}`].join('\n\n')
  const html = [
    '<!doctype html><html lang="ko"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title></head>`,
    `<body style="margin:0;padding:32px 16px;font:17px/1.6 Pretendard,'Apple SD Gothic Neo','Malgun Gothic',sans-serif;`,
    'word-break:keep-all;overflow-wrap:anywhere"><div style="max-width:560px;margin:0 auto">',
    `<h1 style="margin:0 0 24px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>`,
    ...lines.map(line => `<p style="margin:0 0 16px">${paragraph(line)}</p>`),
    button ? buttonHtml(button) : '',
    '<hr style="margin:32px 0 16px;border:0;border-top:1px solid #e3e6ea">',
    `<p style="margin:0;font-size:13px;color:#5b6470">${paragraph(footer)}</p>`,
    '</div></body></html>',
  ].join('')
  return { text, html }
}

function buttonHtml({ text, url }: { text: string; url: string }): string {
  const look =
    'display:inline-block;padding:12px 20px;border-radius:12px;background:#2b59e0;color:#fff;text-decoration:none'
  return `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="${look}">${escapeHtml(text)}</a></p>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, sign => ENTITIES[sign] ?? sign)
}

const paragraph = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>')

/** Replaces line breaks by spaces, so that a title in a subject cannot start another header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
