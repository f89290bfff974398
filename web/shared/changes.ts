import type { QueryClient } from '@tanstack/react-query'
import type { RouteName } from '../../lambdas/contract/routes.ts'
import type { Api, RequestOf } from './api.ts'
import { KEYS } from './queries.ts'

/** The queries whose results each call changes. */
const CHANGED_BY = {
  submitVideo: [KEYS.archive, KEYS.me],
  submitYoutube: [KEYS.archive, KEYS.me],
  submitSubtitle: [KEYS.archive, KEYS.me],
  retryEntry: [KEYS.archive, KEYS.me],
  cancelEntry: [KEYS.archive, KEYS.me],
  renameEntry: [KEYS.archive],
  deleteEntry: [KEYS.archive],
  closeReview: [KEYS.archive],
  changeSeries: [KEYS.archive],
  removeSeries: [KEYS.archive],
  createKey: [KEYS.apiKeys],
  revokeKey: [KEYS.apiKeys],
  requestTaxDocument: [KEYS.payments],
  createProofLink: [KEYS.proofLinks],
  revokeProofLink: [KEYS.proofLinks],
  confirmPayment: [KEYS.me, KEYS.movements],
} as const satisfies Partial<Record<RouteName, readonly (readonly string[])[]>>

type Change = keyof typeof CHANGED_BY

/** Reloads the queries that a call of this route has changed. */
export function reloadChanged(queries: QueryClient, change: Change): void {
  for (const queryKey of CHANGED_BY[change]) void queries.invalidateQueries({ queryKey })
}

/** Many calls at once, for example for thirty links, cause one reload immediately and one after each pause. */
const PAUSE_MS = 500

/**
 * Wraps the API so that queries reload after the calls that change their results, refused calls included: a refusal often
 * means that the page shows an old state. The payment screen reloads after `confirmPayment`, because a payment may be
 * confirmed later.
 */
export function reloadingApi(api: Api, queries: QueryClient): Api {
  const waiting = new Set<Change>()
  let isPausing = false
  const reload = () => {
    isPausing = waiting.size > 0
    for (const change of waiting) reloadChanged(queries, change)
    waiting.clear()
    if (isPausing) setTimeout(reload, PAUSE_MS)
  }
  return async <Name extends RouteName>(route: Name, request: RequestOf<Name>) => {
    try {
      return await api(route, request)
    } finally {
      if (isChange(route) && route !== 'confirmPayment') {
        waiting.add(route)
        if (!isPausing) reload()
      }
    }
  }
}

function isChange(route: RouteName): route is Change {
  return Object.hasOwn(CHANGED_BY, route)
}
