import type { AwsResponse } from '../aws/service.ts'
import { escapeMarkup } from '../aws/wire.ts'

/** Frames may stand in any page: the shop's is on another origin. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'"

export interface Page {
  title: string
  /** `frame` inside the shop's page, `window` laid over it, `page` on its own. */
  kind: 'frame' | 'window' | 'page'
  body: string
  /** Name of a script of `browser/`. */
  script?: string
  data?: Record<string, string | undefined>
  status?: number
}

/** A page of the stand-in; `root` is the path that it is mounted at. */
export function htmlPage(root: string, { title, kind, body, script, data = {}, status = 200 }: Page): AwsResponse {
  const attributes = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` data-${name}="${escapeMarkup(value ?? '')}"`)
  const scriptTag = script === undefined ? '' : `<script src="${root}/assets/${script}.js" defer></script>`
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
    body:
      `<!doctype html><html lang="ko"><head><meta charset="utf-8"><title>${escapeMarkup(title)}</title>` +
      '<meta name="viewport" content="width=device-width, initial-scale=1">' +
      `<link rel="stylesheet" href="${root}/assets/style.css">${scriptTag}</head>` +
      `<body class="${kind}"${attributes.join('')}>${body}</body></html>`,
  }
}

export const won = (amount: number): string => `${amount.toLocaleString('ko-KR')}원`

/** A form's button that sends hidden fields. */
export function button(action: string, label: string, fields: Record<string, string>, kind = ''): string {
  return `<form method="post" action="${action}">${hidden(fields)}<button class="${kind}">${escapeMarkup(label)}</button></form>`
}

export function hidden(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeMarkup(value)}">`)
    .join('')
}
