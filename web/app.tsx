import { Route, Routes, useLocation } from 'react-router'
import { PAGES } from '../lambdas/contract/pages.ts'
import { GuestHome } from './home/guest-home.tsx'
import memberStyles from './member-app.css?url'
import { publicRoutes } from './public-routes.tsx'
import { addStylesheet } from './shared/add-stylesheet.ts'
import { Layout } from './shared/layout/layout.tsx'
import { CrashBoundary, Loading } from './shared/layout/states.tsx'
import { lazyWithPreload } from './shared/lazy-with-preload.tsx'
import { useSignedIn } from './shared/session/signed-in.ts'
import { GuestHeader, LoginPrompt, SessionEndNotice } from './sign-in/guest.tsx'
import { UploadHead } from './upload/upload-head.tsx'

/** Shows guests a light page; loads the members' screens only for signed-in users. */
export function App() {
  const signedIn = useSignedIn()
  if (!signedIn) {
    return (
      <Layout headerEnd={<GuestHeader />} banner={<SessionEndNotice />}>
        <GuestRoutes />
      </Layout>
    )
  }
  return (
    <CrashBoundary>
      <MemberApp />
    </CrashBoundary>
  )
}

/** What members see of their page until its scripts have loaded. */
export function MemberFrame() {
  const { pathname } = useLocation()
  return (
    <Layout>
      {pathname === PAGES.home && <UploadHead />}
      <Loading />
    </Layout>
  )
}

export const MemberApp = lazyWithPreload(
  async () => {
    const [memberApp] = await Promise.all([
      // Runs the schemas and the screens as separate tasks: one task would block a slow processor for too long.
      import('./shared/api.ts').then(() => import('./member-app.tsx')),
      addStylesheet(memberStyles),
    ])
    return memberApp
  },
  <MemberFrame />,
)

/** Home, the legal pages, and a sign-in prompt at every address that requires a signed-in user. */
function GuestRoutes() {
  return (
    <Routes>
      <Route index element={<GuestHome />} />
      {publicRoutes}
      {/* The first of equal paths matches. An exact `/recut` would match before `/recut/*`, so it is left out. */}
      {Object.values(PAGES)
        .filter(path => !path.startsWith(PAGES.recut))
        .map(path => (
          <Route key={path} path={path} element={<LoginPrompt />} />
        ))}
    </Routes>
  )
}
