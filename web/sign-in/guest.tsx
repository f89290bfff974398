import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../shared/layout/button.tsx'
import { Dialog } from '../shared/layout/dialog.tsx'
import { Page } from '../shared/layout/page.tsx'
import { CrashBoundary, Sentences } from '../shared/layout/states.tsx'
import { ProviderButtons } from '../shared/provider-buttons.tsx'
import { useConfig } from '../shared/services.ts'
import { SIGNED_IN_PATH } from '../shared/session/session.ts'
import { forgetSessionEnd, readSessionEnd, type SessionEnd } from '../shared/session/signed-in.ts'
import { useSignIn } from '../shared/session/use-sign-in.ts'
import { COMMON, SIGN_IN } from '../shared/texts.ts'

/** End of the header for guests: a sign-in button that opens the list of providers, and the test payment if enabled. */
export function GuestHeader() {
  const { pathname, search } = useLocation()
  const [choosing, setChoosing] = useState(false)
  const returnTo = pathname === SIGNED_IN_PATH ? '/' : pathname + search
  return (
    <>
      <CrashBoundary fallback={null}>
        <Suspense>
          <TestPayButton />
        </Suspense>
      </CrashBoundary>
      <Button onClick={() => setChoosing(true)} kind="soft">
        {SIGN_IN.login}
      </Button>
      {choosing && (
        <Dialog title={SIGN_IN.login} onClose={() => setChoosing(false)} close={COMMON.cancel} actions={null}>
          <ProviderButtons returnTo={returnTo} hasGift />
        </Dialog>
      )}
    </>
  )
}

function TestPayButton() {
  const { testPay, providers } = useConfig()
  const { signIn, leaving } = useSignIn()
  const [provider] = providers
  if (!testPay || provider === undefined) return null
  return (
    <Button disabled={leaving} onClick={() => signIn(provider, '/addtoken', 'test-pay')} kind="outline">
      {SIGN_IN.testPay}
    </Button>
  )
}

/** Notice on the home page that the session ended or the account was deleted. */
export function SessionEndNotice() {
  const { pathname } = useLocation()
  // Read after the first render, because the page is prerendered without a session.
  const [reason, setReason] = useState<SessionEnd>()
  useEffect(() => setReason(readSessionEnd()), [])
  const isShown = reason !== undefined && pathname === '/'
  useEffect(() => {
    if (isShown && reason === 'left') forgetSessionEnd()
  }, [isShown, reason])
  if (!isShown) return null
  return (
    <div className="banner" role="status">
      <p className="inside">{reason === 'left' ? SIGN_IN.leftText : `${SIGN_IN.endedTitle}. ${SIGN_IN.endedText}`}</p>
    </div>
  )
}

/** Shown to guests at a member's address. The sign-in returns to that address. */
export function LoginPrompt() {
  const { pathname, search } = useLocation()
  const hasEnded = readSessionEnd() === 'ended'
  return (
    <Page title={SIGN_IN.login} heading={false}>
      <div className="state card">
        <h1 tabIndex={-1}>{hasEnded ? SIGN_IN.endedTitle : SIGN_IN.promptTitle}</h1>
        <p>
          <Sentences text={hasEnded ? SIGN_IN.endedText : SIGN_IN.promptText} />
        </p>
        <ProviderButtons returnTo={pathname + search} />
      </div>
    </Page>
  )
}
