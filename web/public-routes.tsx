import { Route } from 'react-router'
import { late } from './shared/late.tsx'
import { NotFound } from './shared/layout/page.tsx'
import { Loading } from './shared/layout/states.tsx'
import { SIGNED_IN_PATH } from './shared/session/session.ts'

const lateScreen = (load: Parameters<typeof late<object>>[0]) => late(load, <Loading />)

// Few visitors open these screens, so each is a chunk of its own.
const Help = lateScreen(() => import('./help/help-page.tsx'))
const Terms = lateScreen(() => import('./legal/terms.tsx'))
const Privacy = lateScreen(() => import('./legal/privacy.tsx'))
const SignedIn = lateScreen(() => import('./sign-in/signed-in-page.tsx'))

/** Addresses that guests and members both may open. */
export const publicRoutes = [
  <Route key="help" path="/help" element={<Help />} />,
  <Route key="terms" path="/terms" element={<Terms />} />,
  <Route key="privacy" path="/privacy" element={<Privacy />} />,
  <Route key="signed-in" path={SIGNED_IN_PATH} element={<SignedIn />} />,
  <Route key="none" path="*" element={<NotFound />} />,
]
