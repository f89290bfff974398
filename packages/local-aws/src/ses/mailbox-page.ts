import type { AwsResponse } from '../aws/service.ts'
import { escapeMarkup } from '../aws/wire.ts'
import { fontFace, fontFamilies, type PageFont } from '../machine/page-font.ts'
import { formatTitle } from '../machine/page-title.ts'
import type { Mailbox, StoredEmail } from './mailbox.ts'
import type { MailboxTexts } from './texts.ts'

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** An email's HTML may use its own styles, embedded images and the page's font. It must not run scripts or fetch anything else. */
const EMAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src 'self'; frame-ancestors 'self'"

/**
 * Builds responses of the mailbox page: the list; `?id=` one email; `?id=&part=html` only its HTML, for the sandboxed
 * frame; `?part=style` the style sheet. With `?format=json`, programs get the list or the one email as JSON.
 */
export function createMailboxPage(box: Mailbox, texts: MailboxTexts): (url: string) => AwsResponse {
  const { language, service, timeZone = 'UTC' } = texts
  const style = `${fontFace(texts.font)}body { font-family: ${fontFamilies(texts.font)} }${STYLE}`
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone })
  const back = `<p><a href="?">${texts.back}</a></p>`
  const missing = `<h1>${texts.notFound}</h1>${back}`

  function renderList(emails: StoredEmail[]): string {
    if (emails.length === 0) return `<h1>${texts.title}</h1><p class="empty">${texts.empty}</p>`
    const rows = emails.map(
      email =>
        `<li><a href="?id=${encodeURIComponent(email.id)}"><strong>${escapeMarkup(email.subject)}</strong>` +
        `<span>${escapeMarkup(email.to.join(', '))}</span>${renderTime(email)}</a></li>`,
    )
    return `<h1>${texts.title}</h1><p>${texts.count(emails.length)}</p><ul>${rows.join('')}</ul>`
  }

  function renderEmail(email: StoredEmail): string {
    const body = email.html
      ? `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="${texts.body}" src="?id=${encodeURIComponent(email.id)}&amp;part=html"></iframe>`
      : `<pre>${escapeMarkup(email.text)}</pre>`
    const plain =
      email.html && email.text
        ? `<details><summary>${texts.plainText}</summary><pre>${escapeMarkup(email.text)}</pre></details>`
        : ''
    return (
      `${back}<h1>${escapeMarkup(email.subject)}</h1><dl><dt>${texts.from}</dt><dd>${escapeMarkup(email.from)}</dd>` +
      `<dt>${texts.to}</dt><dd>${escapeMarkup(email.to.join(', '))}</dd><dt>${texts.time}</dt><dd>${renderTime(email)}</dd></dl>${body}${plain}`
    )
  }

  function renderTime(email: StoredEmail): string {
    return `<time datetime="${new Date(email.at).toISOString()}">${escapeMarkup(dates.format(email.at))}</time>`
  }

  function html(status: number, title: string, body: string): AwsResponse {
    const page =
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeMarkup(formatTitle(title, service))}</title>` +
      '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="?part=style">' +
      `</head><body><main>${body}</main></body></html>`
    return respondWith(status, 'text/html', page, PAGE_POLICY)
  }

  return url => {
    const query = new URL(url, 'http://localhost').searchParams
    const id = query.get('id')
    const isJson = query.get('format') === 'json'
    if (query.get('part') === 'style') return respondWith(200, 'text/css', style, PAGE_POLICY)
    if (id === null) return isJson ? json(200, box.messages()) : html(200, texts.title, renderList(box.messages()))
    const email = box.messages().find(one => one.id === id)
    if (!email) return isJson ? json(404, { code: 'NOT_FOUND' }) : html(404, texts.title, missing)
    if (isJson) return json(200, email)
    if (query.get('part') === 'html')
      return respondWith(200, 'text/html', prepareEmail(email.html, texts.font), EMAIL_POLICY)
    return html(200, email.subject, renderEmail(email))
  }
}

/** Opens links in a new tab instead of inside the frame, and declares the page's font. */
function prepareEmail(markup: string, font: PageFont | undefined): string {
  const added = `<base target="_blank">${font ? `<style>${fontFace(font)}</style>` : ''}`
  return /<head[^>]*>/i.test(markup) ? markup.replace(/<head[^>]*>/i, head => head + added) : added + markup
}

function json(status: number, value: unknown): AwsResponse {
  return respondWith(status, 'application/json', JSON.stringify(value), PAGE_POLICY)
}

function respondWith(status: number, type: string, body: string, policy: string): AwsResponse {
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
body { margin: 0; background: var(--paper); color: var(--ink); font-size: 17px; line-height: 1.5; word-break: keep-all; overflow-wrap: anywhere }
main { max-width: 960px; margin: 0 auto; padding: 32px 16px }
h1 { font-size: 28px; line-height: 1.3 }
a { color: var(--primary) }
a:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px }
p, dl, .empty { color: var(--muted) }
ul { list-style: none; margin: 24px 0; padding: 0; border-top: 1px solid var(--line) }
li { border-bottom: 1px solid var(--line) }
li a { display: grid; grid-template-columns: 1fr auto; gap: 4px 16px; min-height: 44px; padding: 12px 8px; color: inherit; text-decoration: none }
@media (max-width: 480px) {
  li a { grid-template-columns: 1fr }
}
li a:hover { background: var(--quiet) }
li strong { grid-column: 1 / -1 }
li span, time { color: var(--muted); font-size: 15px; font-variant-numeric: tabular-nums }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; font-size: 15px }
dd { margin: 0; color: var(--ink) }
iframe { box-sizing: border-box; width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 20px; background: #fff }
pre { padding: 16px; border-radius: 12px; background: var(--quiet); font: inherit; white-space: pre-wrap }
`
