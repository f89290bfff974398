import { applyColourMode, readColourMode } from './shared/colour-mode.ts'
import { askEarly, firstAddresses } from './shared/early-answers.ts'
import { isMarked } from './shared/session/mark.ts'
import { LOCAL_TOKENS_KEY, storedToken } from './shared/session/stored-token.ts'

/** URLs of what a member's screens need; filled in by the build. */
declare const MEMBER_FILES: {
  /** Scripts of every screen, of the two kinds of session, and of screens that are separate chunks. */
  scripts: readonly string[]
  localSession: readonly string[]
  hostedSession: readonly string[]
  glossary: readonly string[]
  review: readonly string[]
  styles: string
  font: string
}

// A separate script that runs before the first paint: the page's script runs too late, and inline scripts are
// forbidden.
// It contains its own addresses, because importing the contract's table of addresses would double its size.
applyColourMode(readColourMode())
if (isMarked()) {
  const { pathname, search } = location
  // Hides the prerendered guest page until the member's screen is rendered.
  document.documentElement.dataset.member = ''
  // On the way back from the sign-in, the stored token may belong to another user.
  const token = pathname === '/signed-in' ? undefined : storedToken({ ...localStorage }, Date.now())
  if (token) askEarly(['/api/me', ...firstAddresses(pathname, search)], token)
  preload(MEMBER_FILES.styles, { rel: 'preload', as: 'style' })
  preload(MEMBER_FILES.font, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  for (const href of [...MEMBER_FILES.scripts, ...ownScripts(pathname), ...sessionScripts()])
    preload(href, { rel: 'modulepreload' })
}

function ownScripts(path: string): readonly string[] {
  if (path === '/user/terms') return MEMBER_FILES.glossary
  return path.startsWith('/user/') ? MEMBER_FILES.review : []
}

function sessionScripts(): readonly string[] {
  return localStorage.getItem(LOCAL_TOKENS_KEY) === null ? MEMBER_FILES.hostedSession : MEMBER_FILES.localSession
}

function preload(href: string, attributes: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), attributes, { href }))
}
