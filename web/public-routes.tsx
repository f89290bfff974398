import { Route } from 'react-router'
import { late } from './shared/late.tsx'
import { NotFound } from './shared/layout/page.tsx'
import { Loading } from './shared/layout/states.tsx'
import { SIGNED_IN_PATH } from './shared/session/session.ts'

const screen = (load: Parameters<typeof late<object>>[0]) => late(load, <Loading />)

/** Screens that few people look at: each comes when it is asked for. */
export const Terms = screen(() => import('./legal/terms.tsx'))
export const Privacy = screen(() => import('./legal/privacy.tsx'))
export const SignedIn = screen(() => import('./sign-in/signed-in-page.tsx'))

/** Pages that everybody may see. */
export const publicRoutes = [
  <Route key="terms" path="/terms" element={<Terms />} />,
  <Route key="privacy" path="/privacy" element={<Privacy />} />,
  <Route key="signed-in" path={SIGNED_IN_PATH} element={<SignedIn />} />,
  <Route key="none" path="*" element={<NotFound />} />,
]
