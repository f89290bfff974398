import { Route, Routes } from 'react-router'
import { PAGES } from '../lambdas/contract/pages.ts'
import { GuestHome } from './home/guest-home.tsx'
import { publicRoutes } from './public-routes.tsx'
import { addStylesheet } from './shared/add-stylesheet.ts'
import { Layout } from './shared/layout/layout.tsx'
import { CrashBoundary, Loading } from './shared/layout/states.tsx'
import { lazyWithPreload } from './shared/lazy-with-preload.tsx'
import { useSignedIn } from './shared/session/signed-in.ts'
import { GuestHeader, LoginPrompt, SessionEndNotice } from './sign-in/guest.tsx'
import { UploadHead } from './upload/upload-head.tsx'

/** Address of the stylesheet for members' screens; the build replaces this name with it. */
declare const MEMBER_STYLES: string

const PRIVATE_PATHS = [
  PAGES.archive,
  PAGES.glossary,
  PAGES.review,
  PAGES.tokens,
  PAGES.checkout,
  PAGES.success,
  PAGES.fail,
  PAGES.account,
]

/** Shows guests a light page, and loads the screens for members only when somebody is signed in. */
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

const MemberApp = lazyWithPreload(
  async () => {
    const [memberApp] = await Promise.all([import('./member-app.tsx'), addStylesheet(MEMBER_STYLES)])
    return memberApp
  },
  <Layout>
    <Routes>
      <Route index element={<UploadHead />} />
      <Route path="*" element={null} />
    </Routes>
    <Loading />
  </Layout>,
)

/** Home, the legal pages, and a login prompt at every address that needs a signed-in user. */
function GuestRoutes() {
  return (
    <Routes>
      <Route index element={<GuestHome />} />
      {PRIVATE_PATHS.map(path => (
        <Route key={path} path={path} element={<LoginPrompt />} />
      ))}
      {publicRoutes}
    </Routes>
  )
}
