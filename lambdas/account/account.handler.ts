import { ACCOUNT_ROUTES } from '../contract/routes/account-routes.ts'
import { V1_DOCUMENT_ROUTES } from '../contract/routes/v1-routes.ts'
import { isoNow } from '../contract/time.ts'
import { createKey, listKeys, revokeKey } from '../records/api-keys.ts'
import { movements } from '../records/ledger/index.ts'
import { tableDeps } from '../records/table-deps.ts'
import { requireAccount } from '../records/users.ts'
import { apiHandler } from '../runtime/http.ts'
import { once } from '../runtime/once.ts'
import { listDeliveries, sendWebhookAgain } from './deliveries.ts'
import { readOwnGlossary, saveGlossary } from './glossary.ts'
import { meView } from './me-view.ts'
import { dropSeries, saveSeries } from './series.ts'

const deps = tableDeps()
/** The routes that need more than the database. Their clients are half of the function's code, and `me` needs none of them. */
const late = once(async () => (await import('./late-routes.ts')).lateRoutes())

export const handler = apiHandler(
  'account',
  { ...ACCOUNT_ROUTES, ...V1_DOCUMENT_ROUTES },
  {
    openSession: async ({ caller }) => (await late()).openSession(caller),
    closeSession: async ({ caller }) => (await late()).closeSession(caller),
    closeAllSessions: async ({ caller }) => (await late()).closeAllSessions(caller),
    me: async ({ caller }) => meView(deps, await requireAccount(deps.tables, caller.uid)),
    leave: async ({ caller }) => (await late()).leave(caller),
    requestEmailCode: async ({ caller, body }) => (await late()).requestEmailCode({ uid: caller.uid, ...body }),
    confirmEmailCode: async ({ caller, body }) => (await late()).confirmEmailCode({ uid: caller.uid, ...body }),
    movements: async ({ caller, query }) => {
      const { uid } = await requireAccount(deps.tables, caller.uid)
      return movements(deps.tables, uid, query)
    },
    readGlossary: ({ caller, query }) => readOwnGlossary(deps, { uid: caller.uid, ...query }),
    changeGlossary: ({ caller, query, body }) => saveGlossary(deps, { uid: caller.uid, ...query }, body),
    changeSeries: ({ caller, parameters, body }) => saveSeries(deps, { uid: caller.uid, id: parameters.id }, body),
    removeSeries: ({ caller, parameters }) => dropSeries(deps, { uid: caller.uid, id: parameters.id }),
    listKeys: async ({ caller }) => {
      const { keys } = await requireAccount(deps.tables, caller.uid)
      return { keys: await listKeys(deps.tables, keys, isoNow(deps)) }
    },
    createKey: ({ caller, body }) => createKey(deps.tables, { uid: caller.uid, wish: body, at: isoNow(deps) }),
    revokeKey: async ({ caller, parameters }) => {
      const user = await requireAccount(deps.tables, caller.uid)
      await revokeKey(deps.tables, user, { id: parameters.id, at: isoNow(deps) })
      return {}
    },
    listDeliveries: ({ caller, parameters }) => listDeliveries(deps.tables, caller.uid, parameters.id),
    sendWebhookAgain: ({ caller, parameters }) => sendWebhookAgain(deps, caller.uid, parameters),
    openapi: async () => (await import('../contract/openapi.ts')).openapi(),
    inquire: async ({ caller, body, idempotencyKey }) =>
      (await late()).inquire({ uid: caller.uid, id: idempotencyKey, body }),
  },
)
