import { Route } from 'react-router'
import { PAGES, type TEXT_PAGES } from '../lambdas/contract/pages.ts'
import { late } from './shared/late.tsx'
import { NotFound } from './shared/layout/page.tsx'
import { Loading } from './shared/layout/states.tsx'

const lateScreen = (load: Parameters<typeof late<object>>[0]) => late(load, <Loading />)

// Few visitors open these screens, so each is a chunk of its own.
const Help = lateScreen(() => import('./help/help-page.tsx'))
const Terms = lateScreen(() => import('./legal/terms.tsx'))
const Privacy = lateScreen(() => import('./legal/privacy.tsx'))
const SignedIn = lateScreen(() => import('./sign-in/signed-in-page.tsx'))

/** Screens of text, which the build renders too. */
export const TEXT_SCREENS: Readonly<Record<(typeof TEXT_PAGES)[number], Pick<typeof Help, 'load'>>> = {
  help: Help,
  terms: Terms,
  privacy: Privacy,
}

/** Addresses that guests and members both may open. */
export const publicRoutes = [
  <Route key="help" path={PAGES.help} element={<Help />} />,
  <Route key="terms" path={PAGES.terms} element={<Terms />} />,
  <Route key="privacy" path={PAGES.privacy} element={<Privacy />} />,
  <Route key="signed-in" path={PAGES.signedIn} element={<SignedIn />} />,
  <Route key="none" path="*" element={<NotFound />} />,
]
