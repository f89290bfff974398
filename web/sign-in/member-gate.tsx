import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../layout/button.tsx'
import { useMe } from '../queries.ts'
import { codeOf, messageOf } from '../request-failed.ts'
import { COMMON, HEADER, SIGN_IN } from '../texts/common.ts'
import { useSignIn } from './use-sign-in.ts'
import { useSignOut } from './use-sign-out.ts'

const OPEN_PATHS = ['/terms', '/privacy']

/** Says why where the account is unknown or suspended; all other screens would only repeat the refusal. */
export function MemberGate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const me = useMe()
  const code = codeOf(me.error)
  if ((code === 'NO_USER' || code === 'SUSPENDED') && !OPEN_PATHS.includes(pathname)) {
    return <Refused text={messageOf(me.error)} unknown={code === 'NO_USER'} />
  }
  return children
}

function Refused({ text, unknown }: { text: string; unknown: boolean }) {
  const { pathname, search } = useLocation()
  const { signIn } = useSignIn()
  const signOut = useSignOut()
  return (
    <div className="state" role="alert">
      <title>{`${SIGN_IN.login} | ${COMMON.service}`}</title>
      <h1 tabIndex={-1}>{text}</h1>
      {unknown ? (
        <Button kind="primary" onClick={() => signIn(pathname + search)}>
          {SIGN_IN.login}
        </Button>
      ) : (
        <Button onClick={signOut}>{HEADER.signOut}</Button>
      )}
    </div>
  )
}
