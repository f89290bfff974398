import type { AwsResponse } from '#local-aws/aws/service.ts'
import { escapeMarkup } from '#local-aws/aws/wire.ts'

/** A frame and a window have no `frame-ancestors`, because the shop's page that embeds them is on another origin. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'"

interface Page {
  /** Shown before the name of the service. */
  title: string
  /** `frame` inside the shop's page, `window` laid over it, `page` on its own. */
  kind: 'frame' | 'window' | 'page'
  body: string
  /** Part of `browser/frame-pages.ts` that runs the page. Pages without it have no script. */
  runs?: 'methods' | 'agreement' | 'window'
  /** Passed to the script as `data-` attributes. */
  data?: Record<string, string | undefined>
  status?: number
}

/** A document of the stand-in. `root` is the path at which the stand-in is mounted. */
export function htmlPage(root: string, { title, kind, body, runs, data = {}, status = 200 }: Page): AwsResponse {
  const attributes = Object.entries({ page: runs, ...data })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` data-${key}="${escapeMarkup(value ?? '')}"`)
  const scriptTag = runs === undefined ? '' : `<script src="${root}/assets/frame-pages.js" defer></script>`
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': kind === 'page' ? `${POLICY}; frame-ancestors 'none'` : POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
    body:
      `<!doctype html><html lang="ko"><head><meta charset="utf-8"><title>${escapeMarkup(title)} | Jamak 자막</title>` +
      '<meta name="viewport" content="width=device-width, initial-scale=1">' +
      `<link rel="stylesheet" href="${root}/assets/style.css">${scriptTag}</head>` +
      `<body class="${kind}"${attributes.join('')}>${body}</body></html>`,
  }
}

/** An amount in won, formatted for display. */
export function won(amount: number): string {
  return `${amount.toLocaleString('ko-KR')}원`
}

/** A form with one button that posts hidden fields. */
export function button(action: string, label: string, fields: Record<string, string>, kind = ''): string {
  return `<form method="post" action="${action}">${hidden(fields)}<button class="${kind}">${escapeMarkup(label)}</button></form>`
}

/** Hidden form fields. */
export function hidden(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([field, value]) => `<input type="hidden" name="${field}" value="${escapeMarkup(value)}">`)
    .join('')
}
