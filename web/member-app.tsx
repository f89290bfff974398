import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Layout } from './layout/layout.tsx'
import { fetchOfflineFonts } from './layout/offline-fonts.ts'
import { MemberRoutes } from './member-routes.tsx'
import { createQueryClient } from './queries.ts'
import { useServices } from './services.ts'
import { MemberGate } from './sign-in/member-gate.tsx'
import { MemberHeader } from './sign-in/member-header.tsx'
import { LeaveGuard } from './upload/leave-guard.tsx'
import { UploadBanner } from './upload/upload-banner.tsx'
import { createUploads, UploadsContext } from './upload/uploads-context.ts'

/** Everything behind the sign-in. Uploads live here, above the routes: they go on while one looks at the archive. */
export default function MemberApp() {
  const { api } = useServices()
  const [queries] = useState(createQueryClient)
  const [uploads] = useState(() => createUploads(api, queries))
  useEffect(fetchOfflineFonts, [])
  return (
    <QueryClientProvider client={queries}>
      <UploadsContext value={uploads}>
        <LeaveGuard />
        <Layout headerEnd={<MemberHeader />} banner={<UploadBanner />}>
          <MemberGate>
            <MemberRoutes />
          </MemberGate>
        </Layout>
      </UploadsContext>
    </QueryClientProvider>
  )
}
