import type { AwsResponse } from '../aws/service.ts'
import { escapeMarkup } from '../aws/wire.ts'
import type { MailBox, StoredMail } from './mail-box.ts'

const TIME = new Intl.DateTimeFormat('ko-KR', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Asia/Seoul' })
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** A mail's HTML may use its own styles and embedded pictures; it must not run scripts or fetch anything. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

/**
 * Answers the mail box page: the list; `?id=` one mail; `?id=&part=html` its HTML alone, for the sandboxed frame;
 * `?part=style` the style sheet. With `?format=json`, programs get the list or the one mail as JSON.
 */
export function mailBoxPage(box: MailBox, url: string): AwsResponse {
  const query = new URL(url, 'http://localhost').searchParams
  const id = query.get('id')
  const isJson = query.get('format') === 'json'
  if (query.get('part') === 'style') return answer(200, 'text/css', STYLE, PAGE_POLICY)
  if (id === null) return isJson ? json(200, box.messages()) : html(200, '메일함', listOf(box.messages()))
  const mail = box.messages().find(one => one.id === id)
  if (!mail) return isJson ? json(404, { code: 'NOT_FOUND' }) : html(404, '메일함', MISSING)
  if (isJson) return json(200, mail)
  if (query.get('part') === 'html') return answer(200, 'text/html', withLinksOutside(mail.html), MAIL_POLICY)
  return html(200, mail.subject, messageOf(mail))
}

const BACK = '<p><a href="?">← 메일함으로</a></p>'
const MISSING = `<h1>이메일을 찾을 수 없어요.</h1>${BACK}`

function listOf(mails: StoredMail[]): string {
  if (mails.length === 0) return '<h1>메일함</h1><p class="empty">아직 보낸 이메일이 없어요.</p>'
  const rows = mails.map(
    mail =>
      `<li><a href="?id=${encodeURIComponent(mail.id)}"><strong>${escapeMarkup(mail.subject)}</strong>` +
      `<span>${escapeMarkup(mail.to.join(', '))}</span>${timeOf(mail)}</a></li>`,
  )
  return `<h1>메일함</h1><p>이 컴퓨터에서 보낸 이메일 ${mails.length}통이에요. 밖으로는 나가지 않아요.</p><ul>${rows.join('')}</ul>`
}

function messageOf(mail: StoredMail): string {
  const body = mail.html
    ? `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="이메일 본문" src="?id=${encodeURIComponent(mail.id)}&amp;part=html"></iframe>`
    : `<pre>${escapeMarkup(mail.text)}</pre>`
  const plain =
    mail.html && mail.text
      ? `<details><summary>글자만 보기</summary><pre>${escapeMarkup(mail.text)}</pre></details>`
      : ''
  return (
    `${BACK}<h1>${escapeMarkup(mail.subject)}</h1><dl><dt>보낸 사람</dt><dd>${escapeMarkup(mail.from)}</dd>` +
    `<dt>받는 사람</dt><dd>${escapeMarkup(mail.to.join(', '))}</dd><dt>시각</dt><dd>${timeOf(mail)}</dd></dl>${body}${plain}`
  )
}

function timeOf(mail: StoredMail): string {
  return `<time datetime="${new Date(mail.at).toISOString()}">${escapeMarkup(TIME.format(mail.at))}</time>`
}

/** Opens links in a new tab instead of inside the frame. */
function withLinksOutside(markup: string): string {
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(markup) ? markup.replace(/<head[^>]*>/i, head => head + base) : base + markup
}

function html(status: number, title: string, body: string): AwsResponse {
  const page =
    `<!doctype html><html lang="ko"><head><meta charset="utf-8"><title>${escapeMarkup(title)}</title>` +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="?part=style">' +
    `</head><body><main>${body}</main></body></html>`
  return answer(status, 'text/html', page, PAGE_POLICY)
}

function json(status: number, value: unknown): AwsResponse {
  return answer(status, 'application/json', JSON.stringify(value), PAGE_POLICY)
}

function answer(status: number, type: string, body: string, policy: string): AwsResponse {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  return { status, headers, body }
}

const STYLE = `
:root { color-scheme: light dark; --ink: #17191c; --paper: #fff; --quiet: #f4f5f7; --line: #e3e6ea; --muted: #5b6470; --primary: #2b59e0 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceef1; --paper: #111316; --quiet: #1a1d21; --line: #2b3036; --muted: #a7afba; --primary: #7ea0ff }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.5 'Pretendard Variable', Pretendard, system-ui, sans-serif; word-break: keep-all; overflow-wrap: anywhere }
main { max-width: 960px; margin: 0 auto; padding: 32px 16px }
h1 { font-size: 28px; line-height: 1.3 }
a { color: var(--primary) }
a:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px }
p, dl, .empty { color: var(--muted) }
ul { list-style: none; margin: 24px 0; padding: 0; border-top: 1px solid var(--line) }
li { border-bottom: 1px solid var(--line) }
li a { display: grid; grid-template-columns: 1fr auto; gap: 4px 16px; min-height: 44px; padding: 12px 8px; color: inherit; text-decoration: none }
li a:hover { background: var(--quiet) }
li strong { grid-column: 1 / -1 }
li span, time { color: var(--muted); font-size: 15px; font-variant-numeric: tabular-nums }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; font-size: 15px }
dd { margin: 0; color: var(--ink) }
iframe { box-sizing: border-box; width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 20px; background: #fff }
pre { padding: 16px; border-radius: 12px; background: var(--quiet); font: inherit; white-space: pre-wrap }
`
