import { useLocation } from 'react-router'
import { Button } from '../layout/button.tsx'
import { Page } from '../layout/page.tsx'
import { SIGN_IN } from '../texts/common.ts'
import { useSignIn } from './use-sign-in.ts'

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
