import { GuestRoutes } from './guest-routes.tsx'
import { CrashBoundary } from './layout/crash-boundary.tsx'
import { late } from './layout/late.tsx'
import { Layout } from './layout/layout.tsx'
import { Loading } from './layout/states.tsx'
import { addStylesheet } from './layout/stylesheet.ts'
import { GuestHeader } from './sign-in/guest-header.tsx'
import { useSignedIn } from './sign-in/use-signed-in.ts'

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
