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

/** Labelled values, shown as a table: `상품: 토큰 430개`. In HTML, a value with an address is its link. */
export type Facts = readonly (readonly [label: string, value: string, url?: string])[]

export interface EmailContent {
  title: string
  /** Paragraphs, whose line breaks are kept, and tables of facts. */
  lines: readonly (string | Facts)[]
  button?: { text: string; url: string }
  /** Small print: the sender and the reason for the email. */
  footer: string
}

/** Last line of every email to a user. */
export const FOOTER = 'Jamak 자막에서 보낸 발신 전용 이메일이에요.'

/** Last line of every email to the operator. */
export const FOR_OPERATOR = '운영자에게만 보내는 이메일이에요.'

/** `FOOTER` with a link to the help page; `siteUrl` has no trailing slash. */
export const footerWithHelp = (siteUrl: string): string => `${FOOTER}\n도움말: ${siteUrl}/help`

/** Lays out an email as plain text and as HTML in the common design. Takes plain text and escapes it. */
export function emailLayout({ title, lines, button, footer }: EmailContent): { text: string; html: string } {
  const text = [
    title,
    ...lines.map(asText),
    ...(button ? [`${button.text}: ${button.url}`] : []),
    `--\n${footer}`,
  ].join('\n\n')
  const html = [
    '<!doctype html><html lang="ko"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title><style>${DARK}</style></head>`,
    `<body class="page" style="margin:0;padding:32px 16px;background:#f4f5f7;color:#17191c;font:16px/1.6 Pretendard,'Apple SD Gothic Neo','Malgun Gothic',sans-serif;`,
    'word-break:keep-all;overflow-wrap:anywhere"><div style="max-width:560px;margin:0 auto">',
    LOGO,
    '<div class="card" style="padding:32px 28px;border-radius:20px;background:#ffffff">',
    `<h1 style="margin:0 0 20px;font-size:24px;line-height:1.35;letter-spacing:-0.02em">${escapeHtml(title)}</h1>`,
    ...lines.map(asHtml),
    button ? buttonHtml(button) : '',
    '</div>',
    `<p class="muted" style="margin:20px 28px 0;color:#5b6470;font-size:13px">${paragraph(footer)}</p>`,
    '</div></body></html>',
  ].join('')
  return { text, html }
}

const asText = (line: string | Facts): string =>
  typeof line === 'string' ? line : line.map(([label, value, url]) => `${label}: ${url ?? value}`).join('\n')

function asHtml(line: string | Facts): string {
  if (typeof line === 'string') return `<p style="margin:0 0 16px">${paragraph(line)}</p>`
  const rows = line.map(
    ([label, value, url], i) =>
      `<tr><td class="muted line" style="${i > 0 ? RULE : ''}padding:10px 16px 10px 0;color:#5b6470;font-size:15px;vertical-align:top${label.length > LONG ? '' : ';white-space:nowrap'}">${escapeHtml(label)}</td>` +
      `<td class="line" style="${i > 0 ? RULE : ''}padding:10px 0;font-size:15px;font-weight:600;text-align:right">${url === undefined ? paragraph(value) : link(url, value)}</td></tr>`,
  )
  return `<table cellpadding="0" cellspacing="0" style="width:100%;margin:0 0 20px;border-collapse:collapse">${rows.join('')}</table>`
}

/** Longer labels, which are file names, may wrap. */
const LONG = 12
const RULE = 'border-top:1px solid #e3e6ea;'

/** The colours of the page in dark mode. Clients that ignore the style sheet choose their own. */
const DARK =
  ':root{color-scheme:light dark}@media (prefers-color-scheme:dark){' +
  '.page{background:#111316!important;color:#eceef1!important}.card{background:#1a1d21!important}' +
  '.muted{color:#a3acb8!important}.mark{background:#2b3036!important}.line{border-color:#2b3036!important}.line a{color:#7ea0ff!important}}'

/** The logo, built from boxes because email clients block images by default. */
const bar = (width: number) =>
  `<div style="width:${width}px;height:4px;margin:0 0 3px 8px;border-radius:2px;background:#ffd84d"></div>`
const LOGO = [
  '<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px 28px"><tr>',
  `<td class="mark" style="width:32px;height:32px;padding-top:13px;border-radius:8px;background:#17191c;box-sizing:border-box;line-height:0">${bar(16)}${bar(10)}</td>`,
  '<td style="padding-left:8px;font-size:17px;font-weight:700">Jamak 자막</td></tr></table>',
].join('')

function buttonHtml({ text, url }: { text: string; url: string }): string {
  const look =
    'display:block;padding:15px 20px;border-radius:12px;background:#2b59e0;color:#ffffff;font-size:17px;font-weight:600;text-align:center;text-decoration:none'
  return `<p style="margin:24px 0 0"><a href="${escapeHtml(url)}" style="${look}">${escapeHtml(text)}</a></p>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, sign => ENTITIES[sign] ?? sign)
}

const link = (url: string, text: string): string =>
  `<a href="${escapeHtml(url)}" style="color:#2b59e0">${escapeHtml(text)}</a>`

/** With its line breaks, and its addresses as links. */
const paragraph = (text: string): string =>
  escapeHtml(text)
    .replace(/https?:\/\/[^\s<]+/g, '<a href="$&" style="color:inherit">$&</a>')
    .replace(/\r?\n/g, '<br>')
