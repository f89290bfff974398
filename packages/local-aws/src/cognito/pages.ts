import { escapeMarkup } from '../aws/wire.ts'
import { fontFace, fontFamilies } from '../machine/page-font.ts'
import { formatTitle } from '../machine/page-title.ts'
import type { SignInTexts } from './texts.ts'
import type { PoolUser } from './users.ts'

const STYLE = `
  :root { color-scheme: light dark; }
  body { margin: 0 auto; padding: 48px 20px; max-width: 400px; word-break: keep-all; }
  h1, h2 { font-size: 1.4rem; } h2 { margin: 40px 0 0; } form, a.button { display: block; margin: 12px 0; }
  a.button, button { box-sizing: border-box; width: 100%; min-height: 48px; padding: 10px 16px; border-radius: 12px;
    border: 1px solid #8a939e; background: Canvas; color: CanvasText; font: inherit; text-align: left;
    text-decoration: none; cursor: pointer; }
  a.button:hover, button:hover { border-color: #2b59e0; } :focus-visible { outline: 2px solid #2b59e0; outline-offset: 2px; }
  button.main { background: #2b59e0; border-color: #2b59e0; color: #fff; text-align: center; }
  label { display: block; margin: 12px 0 4px; } small { opacity: .75; }
  input { box-sizing: border-box; width: 100%; min-height: 44px; padding: 8px 12px; border-radius: 12px; border: 1px solid #8a939e;
    font: inherit; }`

/** The bodies of the sign-in pages, and `page`, which wraps them. */
export type SignInPages = ReturnType<typeof createPages>

/** Builds the sign-in pages in the language of the texts. */
export function createPages(texts: SignInTexts) {
  const style = `${fontFace(texts.font)}:root { font: 16px/1.5 ${fontFamilies(texts.font)} }${STYLE}`
  const label = (provider: string) => escapeMarkup(texts.providers[provider] ?? provider)
  const errorPage = (message: string) => `<h1>${texts.failed}</h1><p>${escapeMarkup(message)}</p>`
  return {
    page: (title: string, body: string, nonce: string) => `<!doctype html>
<html lang="${texts.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeMarkup(formatTitle(title, texts.service))}</title><style nonce="${nonce}">${style}</style></head><body><main>${body}</main></body></html>`,

    /** First step: one button for each provider of the client. */
    providersPage(path: string, providers: string[]): string {
      const buttons = providers.map(provider => {
        const text = texts.continueWith(label(provider))
        return `<a class="button" href="${path}?provider=${encodeURIComponent(provider)}">${text}</a>`
      })
      return `<h1>${texts.signIn}</h1>${buttons.join('')}<p><small>${texts.localOnly}</small></p>`
    },

    /** Second step: which account of that provider signs in. */
    accountsPage(path: string, provider: string, known: PoolUser[]): string {
      const users = known.map(user => ({ ...user, email: user.email ?? '' }))
      const samples = texts.sampleAccounts.filter(
        sample => !users.some(({ name, email }) => name === sample.name && email === sample.email),
      )
      const choices = [...users, ...samples].map(
        account => `<form method="post" action="${path}">${hidden({ provider, ...account })}
      <button><b>${escapeMarkup(account.name)}</b><br><small>${escapeMarkup(account.email || texts.noEmail)}</small></button></form>`,
      )
      return `<h1>${texts.chooseAccount(label(provider))}</h1>${choices.join('')}
    <h2>${texts.otherAccount}</h2>
    <form method="post" action="${path}">${hidden({ provider })}
      <label for="name">${texts.name}</label><input id="name" name="name" required maxlength="100" autocomplete="off">
      <label for="email">${texts.email} <small>${texts.emailHint}</small></label>
      <input id="email" name="email" type="email" maxlength="200" autocomplete="off">
      <p><button class="main">${texts.signIn}</button></p></form>`
    },

    errorPage,

    /** Code and cause are from Kakao's list of errors. The page that Kakao itself shows is not documented. */
    kakaoErrorPage: (items: string[]) => errorPage(texts.missingConsent(items.join(', '))),
  }
}

function hidden(values: Record<string, unknown>): string {
  return ['provider', 'subject', 'name', 'email']
    .filter(name => typeof values[name] === 'string')
    .map(name => `<input type="hidden" name="${name}" value="${escapeMarkup(String(values[name]))}">`)
    .join('')
}
