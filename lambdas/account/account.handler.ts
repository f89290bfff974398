import { movements } from '../records/ledger/index.ts'
import { requireAccount } from '../records/users.ts'
import { apiHandler } from '../runtime/http.ts'
import { accountDepsFromEnvironment, meView } from './account-deps.ts'
import { confirmEmailCode, requestEmailCode } from './email-code.ts'
import { readUserGlossary, saveGlossary } from './glossary.ts'
import { inquire } from './inquire.ts'
import { leave } from './leave.ts'
import { closeAllSessions, closeSession, openSession } from './session.ts'

const deps = accountDepsFromEnvironment()

export const handler = apiHandler('account', {
  openSession: ({ caller }) => openSession(deps, caller),
  closeSession: ({ caller }) => closeSession(deps, caller),
  closeAllSessions: ({ caller }) => closeAllSessions(deps, caller),
  me: async ({ caller }) => meView(deps, await requireAccount(deps.tables, caller.uid)),
  leave: ({ caller }) => leave(deps, caller),
  requestEmailCode: ({ caller, body }) => requestEmailCode(deps, { uid: caller.uid, ...body }),
  confirmEmailCode: ({ caller, body }) => confirmEmailCode(deps, { uid: caller.uid, ...body }),
  movements: async ({ caller, query }) => {
    const { uid } = await requireAccount(deps.tables, caller.uid)
    return movements(deps.tables, uid, query.cursor)
  },
  readGlossary: ({ caller }) => readUserGlossary(deps, caller.uid),
  changeGlossary: ({ caller, body }) => saveGlossary(deps, caller.uid, body),
  inquire: ({ caller, body, idempotencyKey }) => inquire(deps, { uid: caller.uid, id: idempotencyKey, body }),
})
