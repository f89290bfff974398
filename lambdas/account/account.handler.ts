import { movements } from '../records/ledger/index.ts'
import { requireAccount } from '../records/users.ts'
import { apiHandler } from '../runtime/http.ts'
import { accountRoomFromEnvironment, meView } from './account-room.ts'
import { personsGlossary, saveGlossary } from './glossary.ts'
import { inquire } from './inquire.ts'
import { leave } from './leave.ts'
import { confirmMailCode, requestMailCode } from './mail-code.ts'
import { closeAllSessions, closeSession, openSession } from './session.ts'

const room = accountRoomFromEnvironment()

export const handler = apiHandler('account', {
  openSession: ({ caller }) => openSession(room, caller),
  closeSession: ({ caller }) => closeSession(room, caller),
  closeAllSessions: ({ caller }) => closeAllSessions(room, caller),
  me: async ({ caller }) => meView(room, await requireAccount(room.tables, caller.uid)),
  leave: ({ caller }) => leave(room, caller),
  requestMailCode: ({ caller, body }) => requestMailCode(room, { uid: caller.uid, ...body }),
  confirmMailCode: ({ caller, body }) => confirmMailCode(room, { uid: caller.uid, ...body }),
  movements: ({ caller, query }) => movements(room.tables, caller.uid, query.cursor),
  readGlossary: ({ caller }) => personsGlossary(room, caller.uid),
  changeGlossary: ({ caller, body }) => saveGlossary(room, caller.uid, body),
  inquire: ({ caller, body, idempotencyKey }) => inquire(room, { uid: caller.uid, id: idempotencyKey, body }),
})
