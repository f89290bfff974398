import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../shared/layout/button.tsx'
import { Page } from '../shared/layout/page.tsx'
import { CrashBoundary } from '../shared/layout/states.tsx'
import { useConfig } from '../shared/services.ts'
import { useSignIn } from '../shared/session/use-sign-in.ts'
import { SIGN_IN } from '../shared/texts/common.ts'

/** The header's end before the sign-in: a login button, and the test payment where the deployment has it on. */
export function GuestHeader() {
  const { pathname, search } = useLocation()
  const { signIn, leaving } = useSignIn()
  const returnTo = pathname === '/signed-in' ? '/' : pathname + search
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

/** Stands where a page belongs to a person who has not signed in; leads back to that page. */
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
