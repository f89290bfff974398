import { applyColourMode, readColourMode } from './shared/colour-mode.ts'
import { isMarked } from './shared/session/mark.ts'

/** Addresses of what a member's screens need; the build writes them here. */
declare const MEMBER_FILES: { scripts: readonly string[]; styles: string }

// A script of its own that runs before the first paint: the page's script runs too late, and inline scripts are forbidden.
applyColourMode(readColourMode())
if (isMarked()) {
  // Hides what the build rendered for guests until the member's screen is there.
  document.documentElement.dataset.member = ''
  for (const href of MEMBER_FILES.scripts) preload(href, { rel: 'modulepreload' })
  preload(MEMBER_FILES.styles, { rel: 'preload', as: 'style' })
}

function preload(href: string, attributes: { rel: string; as?: string }): void {
  document.head.append(Object.assign(document.createElement('link'), attributes, { href }))
}
