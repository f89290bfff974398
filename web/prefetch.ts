import { applyColourMode, readColourMode } from './shared/colour-mode.ts'
import { editorKey, firstAddresses, prefetch } from './shared/prefetched.ts'
import { LOCAL_TOKENS_KEY, readKeptToken } from './shared/session/kept-token.ts'
import { isMarked } from './shared/session/mark.ts'

/** Addresses of what the members' screens load. */
export interface MemberFiles {
  /** Scripts of all screens, then those of one kind of session or of one screen. */
  scripts: readonly string[]
  localSession: readonly string[]
  hostedSession: readonly string[]
  glossary: readonly string[]
  editor: readonly string[]
  styles: string
  font: string
}

/** Filled in by the build. */
declare const MEMBER_FILES: MemberFiles
const FILES = MEMBER_FILES

// This script runs before the first paint: the page's own script would run too late, and the security policy forbids inline
// scripts. Addresses are spelled out because importing the contract's table would double its size.
applyColourMode(readColourMode())
keepPage()
if (isTooOld())
  location.replace(`/old-browser.html?from=${encodeURIComponent(location.pathname + location.search)}${location.hash}`)
else if (isMarked()) {
  const { pathname, search } = location
  // Hides the prerendered guest page until the member's screen is rendered.
  document.documentElement.dataset.member = ''
  // On the way back from the sign-in, the kept token may be another user's.
  const token = pathname === '/signed-in' ? undefined : readKeptToken(Date.now())
  if (token) prefetch(['/api/me', ...firstAddresses(pathname, search)], token)
  preload(FILES.styles, { rel: 'preload', as: 'style' })
  preload(FILES.font, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  const scripts = [...FILES.scripts, ...ownScripts(pathname)]
  if (!token || sendsMore(pathname, search)) scripts.push(...sessionScripts())
  for (const href of scripts) preload(href, { rel: 'modulepreload' })
}

/** Stops the browser from opening a dropped file, which would leave the page and end uploads. `FileDrop` handles it. */
function keepPage(): void {
  for (const kind of ['dragover', 'drop'] as const)
    addEventListener(kind, event => event.dataTransfer?.types.includes('Files') && event.preventDefault())
}

/**
 * Whether the browser is older than Chrome 105, Firefox 121 or Safari 16.4, which brought `CompressionStream` and, for
 * Firefox, the selector `:has()`. Users may still open the page ("그래도 열어 보기").
 */
function isTooOld(): boolean {
  const isSupported = 'CompressionStream' in window && CSS.supports('selector(:has(a))')
  return !isSupported && sessionStorage.getItem('jamak.old-browser') !== 'open'
}

/**
 * Whether the screen sends further requests at once, for which it needs the sign-in library. Other screens load it when
 * they are complete.
 */
function sendsMore(path: string, search: string): boolean {
  return path === '/success' || path === '/fail' || (search !== '' && path !== '/checkout')
}

function ownScripts(path: string): readonly string[] {
  if (path === '/user/terms') return FILES.glossary
  return editorKey(path) ? FILES.editor : []
}

function sessionScripts(): readonly string[] {
  return localStorage.getItem(LOCAL_TOKENS_KEY) === null ? FILES.hostedSession : FILES.localSession
}

function preload(href: string, attributes: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), attributes, { href }))
}
