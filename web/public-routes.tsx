import { Route } from 'react-router'
import { PAGES, type TEXT_PAGES } from '../lambdas/contract/pages.ts'
import memberStyles from './member-app.css?url'
import { addStylesheet } from './shared/add-stylesheet.ts'
import { NotFound } from './shared/layout/page.tsx'
import { lazyScreen } from './shared/lazy-with-preload.tsx'

// Few users open these screens, so each is a separate chunk.
const Help = lazyScreen(() => import('./help/help-page.tsx'))
const Terms = lazyScreen(() => import('./legal/terms.tsx'))
const Privacy = lazyScreen(() => import('./legal/privacy.tsx'))
const SignedIn = lazyScreen(() => import('./sign-in/signed-in-page.tsx'))
/**
 * Screens that need the members' stylesheet, which contains their styles. Adding it to a member's page again has no
 * effect.
 */
const styledScreen = (load: Parameters<typeof lazyScreen>[0]) =>
  lazyScreen(async () => {
    const [screen] = await Promise.all([load(), addStylesheet(memberStyles)])
    return screen
  })
const Recut = styledScreen(() => import('./recut-app.tsx'))
const Proof = styledScreen(() => import('./editor/proof-screen.tsx'))

/** Text-only screens, which the build prerenders. */
export const TEXT_SCREENS: Readonly<Record<(typeof TEXT_PAGES)[number], Pick<typeof Help, 'preload'>>> = {
  help: Help,
  terms: Terms,
  privacy: Privacy,
}

/** Addresses that are open to guests and members alike. */
export const publicRoutes = [
  <Route key="help" path={PAGES.help} element={<Help />} />,
  <Route key="terms" path={PAGES.terms} element={<Terms />} />,
  <Route key="privacy" path={PAGES.privacy} element={<Privacy />} />,
  <Route key="recut" path={`${PAGES.recut}/*`} element={<Recut />} />,
  <Route key="proof" path={PAGES.proof} element={<Proof />} />,
  <Route key="signed-in" path={PAGES.signedIn} element={<SignedIn />} />,
  <Route key="none" path="*" element={<NotFound />} />,
]
