import { escapeMarkup } from '../aws/wire.ts'
import type { Person } from './people.ts'

const LABELS: Record<string, string> = {
  Google: 'Google',
  Kakao: '카카오',
  KAKAO: '카카오',
  Naver: '네이버',
  NAVER: '네이버',
}
const label = (provider: string) => escapeMarkup(LABELS[provider] ?? provider)

/** Offered to everybody: one person with a mail address, one without. */
const SAMPLES = [
  { name: '김하늘', email: 'haneul@example.com' },
  { name: '박바다', email: '' },
]

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; padding: 48px 20px; max-width: 400px; word-break: keep-all; }
  h1 { font-size: 1.4rem; } form, a.button { display: block; margin: 12px 0; }
  a.button, button { box-sizing: border-box; width: 100%; min-height: 48px; padding: 10px 16px; border-radius: 12px;
    border: 1px solid #8a939e; background: Canvas; color: CanvasText; font: inherit; text-align: left;
    text-decoration: none; cursor: pointer; }
  a.button:hover, button:hover { border-color: #2b59e0; } :focus-visible { outline: 2px solid #2b59e0; outline-offset: 2px; }
  button.main { background: #2b59e0; border-color: #2b59e0; color: #fff; text-align: center; }
  label { display: block; margin: 12px 0 4px; } small { opacity: .75; }
  input { box-sizing: border-box; width: 100%; min-height: 44px; padding: 8px 12px; border-radius: 12px; border: 1px solid #8a939e;
    font: inherit; }`

/** Frames a page of the sign-in. Its texts are Korean, like the site that it leads back to. */
export function page(title: string, body: string, nonce: string): string {
  return `<!doctype html>
<html lang="ko"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style nonce="${nonce}">${STYLE}</style></head><body><main>${body}</main></body></html>`
}

/** First step: one button for each provider of the client. */
export function providersPage(path: string, providers: string[]): string {
  const buttons = providers.map(
    provider =>
      `<a class="button" href="${path}?provider=${encodeURIComponent(provider)}">${label(provider)}로 계속하기</a>`,
  )
  return `<h1>로그인</h1>${buttons.join('')}<p><small>이 컴퓨터에서만 쓰는 연습용 로그인이에요. 실제 계정은 필요 없어요.</small></p>`
}

/** Second step: which account of that provider signs in. */
export function peoplePage(path: string, provider: string, known: Person[]): string {
  const remembered = known.map(one => ({ ...one, email: one.email ?? '' }))
  const samples = SAMPLES.filter(one => !remembered.some(({ name, email }) => name === one.name && email === one.email))
  const people = [...remembered, ...samples]
  const choices = people.map(
    person => `<form method="post" action="${path}">${hidden({ provider, ...person })}
      <button><b>${escapeMarkup(person.name)}</b><br><small>${escapeMarkup(person.email || '이메일 없음')}</small></button></form>`,
  )
  return `<h1>${label(provider)} 계정 선택</h1>${choices.join('')}
    <h1>다른 사람으로 로그인</h1>
    <form method="post" action="${path}">${hidden({ provider })}
      <label for="name">이름</label><input id="name" name="name" required maxlength="100" autocomplete="off">
      <label for="email">이메일 <small>(비워 두면 이메일을 주지 않은 계정이 돼요)</small></label>
      <input id="email" name="email" type="email" maxlength="200" autocomplete="off">
      <p><button class="main">로그인</button></p></form>`
}

/** Says why the sign-in failed. */
export function errorPage(message: string): string {
  return `<h1>로그인하지 못했어요</h1><p>${escapeMarkup(message)}</p>`
}

/**
 * Kakao's refusal of a scope whose consent item its application does not have. Code and cause are those of Kakao's list
 * of errors; the page that people really see is Kakao's own and its wording is not documented.
 */
export function kakaoErrorPage(items: string[]): string {
  return errorPage(
    `KOE205: 설정하지 않은 카카오 로그인 동의항목을 요청했어요. 설정하지 않은 동의항목: ${items.join(', ')}`,
  )
}

function hidden(values: Record<string, unknown>): string {
  return ['provider', 'subject', 'name', 'email']
    .filter(name => typeof values[name] === 'string')
    .map(name => `<input type="hidden" name="${name}" value="${escapeMarkup(String(values[name]))}">`)
    .join('')
}
