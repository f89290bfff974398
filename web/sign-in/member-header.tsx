import { Link } from 'react-router'
import { pieces } from '../format.ts'
import { Menu, MenuButtonItem, MenuLinkItem } from '../layout/menu.tsx'
import { useMe } from '../queries.ts'
import { HEADER } from '../texts/common.ts'
import { useSignOut } from './use-sign-out.ts'

/** The header's end behind the sign-in: the balance, which leads to the packages, and the avatar's menu. */
export function MemberHeader() {
  const { data: me } = useMe()
  const signOut = useSignOut()
  const initial = initialOf(me?.name)
  return (
    <>
      {me && (
        <Link className="balance" to="/addtoken">
          {HEADER.balance(pieces(me.token))}
        </Link>
      )}
      <Menu label={HEADER.menu(initial)} className="avatar" trigger={initial}>
        <MenuLinkItem to="/user">{HEADER.archive}</MenuLinkItem>
        <MenuLinkItem to="/addtoken">{HEADER.pay}</MenuLinkItem>
        <MenuLinkItem to="/account">{HEADER.account}</MenuLinkItem>
        <MenuButtonItem onClick={signOut}>{HEADER.signOut}</MenuButtonItem>
      </Menu>
    </>
  )
}

/** The first letter of a name; Korean given names stand last and are what people go by, so theirs. */
function initialOf(name: string | undefined): string {
  const letters = [...(name ?? '').trim()]
  const first = letters[0] ?? '·'
  const isKorean = /^\p{Script=Hangul}{2,4}$/u.test(letters.join(''))
  return isKorean ? letters.slice(-2).join('') : first.toUpperCase()
}
