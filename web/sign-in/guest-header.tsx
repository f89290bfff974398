import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../layout/button.tsx'
import { CrashBoundary } from '../layout/crash-boundary.tsx'
import { useConfig } from '../services.ts'
import { SIGN_IN } from '../texts/common.ts'
import { useSignIn } from './use-sign-in.ts'

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
