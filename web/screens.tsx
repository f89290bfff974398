import { late } from './layout/late.tsx'
import { Loading } from './layout/states.tsx'

const screen = (load: Parameters<typeof late<object>>[0]) => late(load, <Loading />)

/** Screens that few people look at: each comes when it is asked for. */
export const Terms = screen(() => import('./legal/terms.tsx'))
export const Privacy = screen(() => import('./legal/privacy.tsx'))
export const SignedIn = screen(() => import('./sign-in/signed-in-page.tsx'))
