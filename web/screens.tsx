import { matchPath } from 'react-router'
import { type Late, late } from './layout/late.tsx'
import { Loading } from './layout/states.tsx'

const screen = <Props extends object>(load: Parameters<typeof late<Props>>[0]) => late(load, <Loading />)

export const Terms = screen(() => import('./legal/terms.tsx'))
export const Privacy = screen(() => import('./legal/privacy.tsx'))
export const SignedIn = screen(() => import('./sign-in/signed-in-page.tsx'))

/** The specification's routes for who is signed in; each screen is a chunk of its own. */
export const MEMBER_SCREENS: Readonly<Record<string, Late<object>>> = {
  '/': screen(() => import('./upload/upload-screen.tsx')),
  '/user': screen(() => import('./archive/archive-screen.tsx')),
  '/user/:key': screen(() => import('./preview/preview-screen.tsx')),
  '/addtoken': screen(() => import('./tokens/tokens-screen.tsx')),
  '/checkout': screen(() => import('./checkout/checkout-screen.tsx')),
  '/success': screen(() => import('./checkout/success-screen.tsx')),
  '/fail': screen(() => import('./checkout/fail-screen.tsx')),
  '/account': screen(() => import('./account/account-screen.tsx')),
}

/** Asks for the code of the screen at `path` before what stands around it is there. */
export function preloadScreen(path: string): void {
  const found = Object.entries(MEMBER_SCREENS).find(([pattern]) => matchPath(pattern, path))
  found?.[1].preload()
}
