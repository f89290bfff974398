import { useState } from 'react'
import { copyText } from './copy-text.ts'
import { Button } from './layout/button.tsx'
import { findInAppBrowser, type InAppBrowser } from './session/in-app-browser.ts'
import { OUTSIDE } from './texts.ts'

/** Returns the app whose browser shows this page, with the way to open `path` outside. */
export function readInAppBrowser(path: string): InAppBrowser | undefined {
  // A page added to the home screen has a web view's user agent, but Google accepts it.
  if (matchMedia('(display-mode: standalone)').matches) return undefined
  return findInAppBrowser(navigator.userAgent, new URL(path, location.origin))
}

/** Replaces Google's button inside an app, where Google would refuse the sign-in on a page without a way back. */
export function OutsideBrowser({ browser: { app, outside }, path }: { browser: InAppBrowser; path: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => setIsCopied(await copyText(new URL(path, location.origin).href))
  return (
    <div className="outside-browser" role="note">
      <p>{OUTSIDE.refused(app)}</p>
      {outside !== undefined ? (
        <a className="button" data-kind="primary" href={outside}>
          {OUTSIDE.open}
        </a>
      ) : (
        <>
          <p>{OUTSIDE.menu}</p>
          <Button kind="outline" onClick={() => void copy()}>
            {isCopied ? OUTSIDE.copied : OUTSIDE.copy}
          </Button>
        </>
      )}
    </div>
  )
}
