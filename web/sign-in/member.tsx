import type { ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { pieces } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { Configured } from '../shared/layout/configured.tsx'
import { Menu, MenuButtonItem, MenuLinkItem } from '../shared/layout/menu.tsx'
import { useTitle } from '../shared/layout/page.tsx'
import { RefusalCard } from '../shared/layout/states.tsx'
import { showToast } from '../shared/layout/toasts.tsx'
import { forgetUser } from '../shared/personal-data.ts'
import { ProviderButtons } from '../shared/provider-buttons.tsx'
import { useMe } from '../shared/queries.ts'
import { codeOf, messageOf } from '../shared/request-failed.ts'
import { useServices } from '../shared/services.ts'
import { COMMON, SIGN_IN } from '../shared/texts.ts'
import { HEADER } from './texts.ts'

/**
 * End of the header for members: links (on phones only to the archive), the balance (linked to the token packages) and
 * the avatar's menu.
 */
export function MemberHeader() {
  const { data: me, error } = useMe()
  const signOut = useSignOut()
  const initial = chooseInitial(me?.name)
  const code = codeOf(error)
  if (code === 'NO_USER') return null
  if (isLockedOut(code)) return <Button onClick={signOut}>{HEADER.signOut}</Button>
  return (
    <>
      <nav className="header-links" aria-label={HEADER.links}>
        <NavLink to="/user">{HEADER.archiveLink}</NavLink>
        <NavLink to="/addtoken" className="tokens-link">
          {HEADER.tokensLink}
        </NavLink>
      </nav>
      {me ? (
        <Link className="balance" to="/addtoken">
          <span className="balance-label">{HEADER.balance} </span>
          {pieces(me.token)}
        </Link>
      ) : (
        <span className="balance-space" />
      )}
      <Menu label={HEADER.menu(initial)} className="avatar" trigger={initial}>
        <MenuLinkItem to="/user">{HEADER.archive}</MenuLinkItem>
        <MenuLinkItem to="/user/terms">{COMMON.glossary}</MenuLinkItem>
        <MenuLinkItem to="/addtoken">{HEADER.pay}</MenuLinkItem>
        <MenuLinkItem to="/account">{HEADER.account}</MenuLinkItem>
        <hr />
        <MenuButtonItem onClick={signOut}>{HEADER.signOut}</MenuButtonItem>
      </Menu>
    </>
  )
}

/** Text of the avatar: the last two syllables of a Korean name, which are the given name, else the first letter. */
function chooseInitial(name: string | undefined): string {
  const letters = [...(name ?? '').trim()]
  const first = letters[0] ?? '·'
  const isKorean = /^\p{Script=Hangul}{2,4}$/u.test(letters.join(''))
  return isKorean ? letters.slice(-2).join('') : first.toUpperCase()
}

/** Signs out of this browser and of the hosted page, which returns to `/`. */
function useSignOut(): () => Promise<void> {
  const { api, session } = useServices()
  return async () => {
    try {
      const opened = await session()
      await api('closeSession', {}).catch((error: unknown) => console.error(error))
      await forgetUser()
      await opened.signOut()
    } catch (error) {
      console.error(error)
      showToast({ kind: 'error', text: SIGN_IN.signOutFailed })
    }
  }
}

const OPEN_PATHS = ['/terms', '/privacy']

/**
 * Shows the reason instead of any screen if the account is unknown or suspended, because every request would be
 * refused.
 */
export function MemberGate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const me = useMe()
  const code = codeOf(me.error)
  if (isLockedOut(code) && !OPEN_PATHS.includes(pathname))
    return <Refused text={messageOf(me.error)} unknown={code === 'NO_USER'} />
  return children
}

const isLockedOut = (code: string | undefined): boolean => code === 'NO_USER' || code === 'SUSPENDED'

function Refused({ text, unknown }: { text: string; unknown: boolean }) {
  const { pathname, search } = useLocation()
  useTitle(SIGN_IN.login)
  return (
    <RefusalCard text={unknown ? HEADER.unknown : text}>
      {!unknown && <p>{HEADER.objection}</p>}
      {unknown && <ProviderButtons returnTo={pathname + search} />}
      <Configured fallback={null}>
        {({ company: { email } }) => (
          <>
            <a className="button" data-kind={unknown ? 'outline' : 'primary'} href={`mailto:${email}`}>
              {HEADER.contact}
            </a>
            <p className="small">{email}</p>
          </>
        )}
      </Configured>
    </RefusalCard>
  )
}
