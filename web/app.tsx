import { Route, Routes } from 'react-router'
import { GuestHome } from './home/guest-home.tsx'
import { publicRoutes } from './public-routes.tsx'
import { addStylesheet, late } from './shared/late.tsx'
import { Layout } from './shared/layout/layout.tsx'
import { CrashBoundary, Loading } from './shared/layout/states.tsx'
import { useSignedIn } from './shared/session/signed-in.ts'
import { GuestHeader, LoginPrompt } from './sign-in/guest.tsx'

const MemberApp = late(
  async () => {
    const [module] = await Promise.all([import('./member-app.tsx'), addStylesheet(MEMBER_STYLES)])
    return module
  },
  <Layout>
    <Loading />
  </Layout>,
)

/** One page for who is signed in, with all that the archive needs, and a light one for who is not. */
export function App() {
  const signedIn = useSignedIn()
  if (!signedIn) {
    return (
      <Layout headerEnd={<GuestHeader />}>
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

const PRIVATE_PATHS = ['/user', '/user/:key', '/addtoken', '/checkout', '/success', '/fail', '/account']

/** What is there before the sign-in: home, the legal pages, and a prompt where a page belongs to somebody. */
export function GuestRoutes() {
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
