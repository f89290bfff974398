import type { Caller } from '../runtime/http.ts'
import { accountDepsFromEnvironment } from './account-deps.ts'
import { confirmEmailCode, requestEmailCode } from './email-code.ts'
import { type Inquiry, inquire } from './inquire.ts'
import { leave } from './leave.ts'
import { closeAllSessions, closeSession, openSession } from './session.ts'

/** The routes that need the user pool, the bucket, secrets or email, loaded when the first of them is called. */
export function lateRoutes() {
  const deps = accountDepsFromEnvironment()
  return {
    openSession: (caller: Caller) => openSession(deps, caller),
    closeSession: (caller: Caller) => closeSession(deps, caller),
    closeAllSessions: (caller: Caller) => closeAllSessions(deps, caller),
    leave: (caller: Caller) => leave(deps, caller),
    requestEmailCode: (wanted: Parameters<typeof requestEmailCode>[1]) => requestEmailCode(deps, wanted),
    confirmEmailCode: (shown: Parameters<typeof confirmEmailCode>[1]) => confirmEmailCode(deps, shown),
    inquire: (inquiry: Inquiry) => inquire(deps, inquiry),
  }
}
