export interface Email {
  /** The verified sender's address. */
  from: string
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string
}

/** An email without its addresses. */
export type Message = Pick<Email, 'subject' | 'text' | 'html'>

export interface EmailContent {
  title: string
  /** Paragraphs; line breaks within them are kept. */
  lines: string[]
  button?: { text: string; url: string }
  /** Small print: the sender and the reason for the email. */
  footer: string
}

/** Last line of every email to a user. */
export const FOOTER = 'Jamak 자막에서 보낸 발신 전용 이메일이에요.'

/** `FOOTER` with a link to the help page; `siteUrl` has no trailing slash. */
export const footerWithHelp = (siteUrl: string): string => `${FOOTER}\n도움말: ${siteUrl}/help`

/** Lays out an email as plain text and as HTML in the common design. Takes plain text and escapes it. */
export function emailLayout({ title, lines, button, footer }: EmailContent): { text: string; html: string } {
  const text = [title, ...lines, ...(button ? [`${button.text}: ${button.url}`] : []), `--\n${footer}`].join('\n\n')
  const html = [
    '<!doctype html><html lang="ko"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title></head>`,
    `<body style="margin:0;padding:32px 16px;font:17px/1.6 Pretendard,'Apple SD Gothic Neo','Malgun Gothic',sans-serif;`,
    'word-break:keep-all;overflow-wrap:anywhere"><div style="max-width:560px;margin:0 auto">',
    LOGO,
    `<h1 style="margin:0 0 24px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>`,
    ...lines.map(line => `<p style="margin:0 0 16px">${paragraph(line)}</p>`),
    button ? buttonHtml(button) : '',
    '<hr style="margin:32px 0 16px;border:0;border-top:1px solid #868e99">',
    // Uses the text colour, because email clients in dark mode invert colours they do not recognize.
    `<p style="margin:0;font-size:13px;opacity:0.8">${paragraph(footer)}</p>`,
    '</div></body></html>',
  ].join('')
  return { text, html }
}

/** The logo, built from boxes because email clients block images by default. */
const bar = (width: number) =>
  `<div style="width:${width}px;height:4px;margin:0 0 3px 8px;border-radius:2px;background:#ffd84d"></div>`
const LOGO = [
  '<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px"><tr>',
  `<td style="width:32px;height:32px;padding-top:13px;border-radius:8px;background:#17191c;box-sizing:border-box;line-height:0">${bar(16)}${bar(10)}</td>`,
  '<td style="padding-left:8px;font-size:17px;font-weight:700">Jamak 자막</td></tr></table>',
].join('')

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
