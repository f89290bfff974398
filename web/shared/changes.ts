import type { QueryClient } from '@tanstack/react-query'
import type { RouteName } from '../../lambdas/contract/routes.ts'
import type { Api, RequestOf } from './api.ts'
import { KEYS } from './queries.ts'

/** What each call changes on the server that the page may show elsewhere. The one place that says so. */
const CHANGED_BY = {
  submitVideo: [KEYS.archive, KEYS.me],
  submitYoutube: [KEYS.archive, KEYS.me],
  submitSubtitle: [KEYS.archive, KEYS.me],
  retryEntry: [KEYS.archive, KEYS.me],
  cancelEntry: [KEYS.archive, KEYS.me],
  renameEntry: [KEYS.archive],
  deleteEntry: [KEYS.archive],
  closeReview: [KEYS.archive],
  confirmPayment: [KEYS.me, KEYS.movements],
} as const satisfies Partial<Record<RouteName, readonly (readonly string[])[]>>

type Change = keyof typeof CHANGED_BY

/** Has the screens reload what a call of this route has changed. */
export function reloadChanged(queries: QueryClient, change: Change): void {
  for (const queryKey of CHANGED_BY[change]) void queries.invalidateQueries({ queryKey })
}

/** Calls in quick succession, as of thirty links at once, cause one reload at their beginning and one per pause. */
const PAUSE_MS = 500

/**
 * The API, after whose changing calls the screens reload, refused calls included: a refusal often means that they show an
 * old state. `confirmPayment` is left to its screen, because a payment may be confirmed later.
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
