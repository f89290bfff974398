import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../shared/layout/button.tsx'
import { Page } from '../shared/layout/page.tsx'
import { CrashBoundary } from '../shared/layout/states.tsx'
import { useConfig } from '../shared/services.ts'
import { SIGNED_IN_PATH } from '../shared/session/session.ts'
import { useSignIn } from '../shared/session/use-sign-in.ts'
import { SIGN_IN } from '../shared/texts/common.ts'

/** The end of the header for guests: a login button, and the test payment if the deployment allows it. */
export function GuestHeader() {
  const { pathname, search } = useLocation()
  const { signIn, leaving } = useSignIn()
  const returnTo = pathname === SIGNED_IN_PATH ? '/' : pathname + search
  return (
    <>
      <CrashBoundary fallback={null}>
        <Suspense>
          <TestPayButton disabled={leaving} onClick={() => signIn('/addtoken', 'test-pay')} />
        </Suspense>
      </CrashBoundary>
      <Button disabled={leaving} onClick={() => signIn(returnTo)} kind="primary">
        {SIGN_IN.login}
      </Button>
    </>
  )
}

function TestPayButton(props: { disabled: boolean; onClick: () => void }) {
  if (!useConfig().testPay) return null
  return (
    <Button {...props} kind="outline">
      {SIGN_IN.testPay}
    </Button>
  )
}

/** Shown to guests at a member's address; the sign-in returns to that address. */
export function LoginPrompt() {
  const { pathname, search } = useLocation()
  const { signIn, leaving } = useSignIn()
  return (
    <Page title={SIGN_IN.login} heading={false}>
      <div className="state">
        <h1 tabIndex={-1}>{SIGN_IN.promptTitle}</h1>
        <p>{SIGN_IN.promptText}</p>
        <Button kind="primary" size="large" disabled={leaving} onClick={() => signIn(pathname + search)}>
          {SIGN_IN.login}
        </Button>
      </div>
    </Page>
  )
}
