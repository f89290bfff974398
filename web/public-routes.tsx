import { Route } from 'react-router'
import { NotFound } from './layout/not-found.tsx'
import { Privacy, SignedIn, Terms } from './screens.tsx'
import { SIGNED_IN_PATH } from './sign-in/session.ts'

/** Pages that everybody may see. */
export const publicRoutes = [
  <Route key="terms" path="/terms" element={<Terms />} />,
  <Route key="privacy" path="/privacy" element={<Privacy />} />,
  <Route key="signed-in" path={SIGNED_IN_PATH} element={<SignedIn />} />,
  <Route key="none" path="*" element={<NotFound />} />,
]
