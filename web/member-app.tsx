import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { matchPath, Route, Routes } from 'react-router'
import { PAGES } from '../lambdas/contract/pages.ts'
import { AccountScreen } from './account/account-screen.tsx'
import { ArchiveScreen } from './archive/archive-screen.tsx'
import { FirstUse } from './archive/first-use.tsx'
import { DoneNotices } from './archive/notices.tsx'
import { readPrefetched } from './first-view.ts'
import { TokensScreen } from './payment/tokens-screen.tsx'
import { publicRoutes } from './public-routes.tsx'
import { reloadingApi } from './shared/changes.ts'
import { Layout } from './shared/layout/layout.tsx'
import { lazyScreen } from './shared/lazy-with-preload.tsx'
import { createQueryClient } from './shared/queries.ts'
import { type Services, ServicesContext, useServices } from './shared/services.ts'
import { COMMON } from './shared/texts.ts'
import { MemberGate, MemberHeader } from './sign-in/member.tsx'
import { PROGRESS } from './upload/texts.ts'
import { UploadScreen } from './upload/upload-screen.tsx'
import { createUploads, LeaveGuard, UploadBanner, UploadsContext, useStopWithEntry } from './upload/uploads-context.tsx'

/** What `prepare` has read for the first render. */
interface Prepared {
  queries: QueryClient
  end(): void
}

let prepared: Prepared | undefined

/** Loads the screen at this address and reads the responses that have arrived, so that the first render is complete. */
export async function prepare(
  { api, config }: Services,
  address: Pick<Location, 'pathname' | 'search'>,
): Promise<void> {
  const queries = createQueryClient()
  const [end] = await Promise.all([readPrefetched(api, queries, address), preloadScreen(address.pathname), config])
  prepared = { queries, end }
  // Only the render that follows immediately uses it: a later one may be for another user.
  setTimeout(() => {
    prepared?.end()
    prepared = undefined
  })
}

function takePrepared(): Prepared {
  const taken = prepared ?? { queries: createQueryClient(), end() {} }
  prepared = undefined
  return taken
}

/** The page of a signed-in user. Uploads are above the routes, so that they continue while the user navigates. */
export default function MemberApp() {
  const services = useServices()
  const [{ queries, end }] = useState(takePrepared)
  const [changing] = useState(() => ({ ...services, api: reloadingApi(services.api, queries) }))
  useEffect(end, [end])
  const [uploads] = useState(() => createUploads(services.api, queries))
  useStopWithEntry(uploads)
  useEffect(fetchOfflineFonts, [])
  return (
    <ServicesContext value={changing}>
      <QueryClientProvider client={queries}>
        <UploadsContext value={uploads}>
          <LeaveGuard />
          <DoneNotices />
          <Layout headerEnd={<MemberHeader />} banner={<UploadBanner />}>
            <MemberGate>
              <MemberRoutes />
            </MemberGate>
          </Layout>
        </UploadsContext>
      </QueryClientProvider>
    </ServicesContext>
  )
}

/** Screens in files of their own: the editor includes the subtitle engine, and few visits open the others. */
const LATER_SCREENS = {
  [PAGES.glossary]: lazyScreen(() => import('./glossary/glossary-screen.tsx')),
  [PAGES.editor]: lazyScreen(() => import('./editor/editor-screen.tsx')),
  [PAGES.checkout]: lazyScreen(() => import('./payment/checkout-screen.tsx')),
  [PAGES.success]: lazyScreen(() => import('./payment/success-screen.tsx')),
  [PAGES.fail]: lazyScreen(() => import('./payment/fail-screen.tsx')),
}

async function preloadScreen(address: string): Promise<void> {
  await Object.entries(LATER_SCREENS)
    .find(([path]) => matchPath(path, address))?.[1]
    .preload()
}

/**
 * The addresses of the specification. The remaining screens load together: they are 20 KB in total, and loading each
 * separately would cost one round trip per screen.
 */
function MemberRoutes() {
  return (
    <Routes>
      <Route
        index
        element={
          <>
            <UploadScreen />
            <FirstUse />
          </>
        }
      />
      <Route path={PAGES.archive} element={<ArchiveScreen />} />
      <Route path={PAGES.tokens} element={<TokensScreen />} />
      <Route path={PAGES.account} element={<AccountScreen />} />
      {Object.entries(LATER_SCREENS).map(([path, Screen]) => (
        <Route key={path} path={path} element={<Screen />} />
      ))}
      {publicRoutes}
    </Routes>
  )
}

/** Fetches the font subsets of the offline messages while the network is available. */
function fetchOfflineFonts(): void {
  const text = [COMMON.offlineBanner, COMMON.offline, PROGRESS.paused, PROGRESS.lost].join('')
  document.fonts.load('1rem "Jamak Sans"', text).catch((error: unknown) => console.warn(error))
}
