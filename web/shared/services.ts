import { createContext, use } from 'react'
import type { RouteName, RouteResponse } from '../../lambdas/contract/routes.ts'
import type { SiteConfig } from '../../lambdas/contract/site-config.ts'
import type { Api, RequestOf } from './api.ts'
import { fetchConfig } from './config.ts'
import { loadPart } from './load-part.ts'
import { isMarked } from './session/mark.ts'
import type { Session } from './session/session.ts'
import { noteSessionEnd, unmark } from './session/signed-in.ts'

/** The three services available to every screen. */
export interface Services {
  /** The deployment's settings. */
  config: Promise<SiteConfig>
  /** Loads the sign-in library on first use. */
  session(): Promise<Session>
  api: Api
}

/** Creates the services. The API client, with the schemas of its responses, loads with a member's screens. */
export function createServices(): Services {
  const config = fetchConfig()
  config.then(
    // React sets these fields on promises; without them, it suspends once even for a resolved one.
    value => Object.assign(config, { status: 'fulfilled', value }),
    // The screens that need the settings report the failure.
    () => {},
  )
  const session = loadPart(() => config.then(openSession))
  const loadClient = loadPart(async () => {
    const { createApi, discardPrefetched, takePrefetched } = await import('./api.ts')
    return createApi({
      fetch(input, init) {
        if (init?.method !== 'GET') discardPrefetched()
        return fetch(input, init)
      },
      takePrefetched,
      accessToken: async options => (await session()).accessToken(options),
      wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
      now: Date.now,
      onSignedOut() {
        if (isMarked()) noteSessionEnd('ended')
        unmark()
      },
    })
  })
  // A failure is reported by the first request.
  if (isMarked()) loadClient().catch(() => {})
  const api = async <Name extends RouteName>(route: Name, request: RequestOf<Name>): Promise<RouteResponse<Name>> => {
    const client = await loadClient()
    return client(route, request)
  }
  return { config, session, api }
}

/** Opens the kind of session that the deployment is configured for; loads only the code for that kind. */
async function openSession(config: SiteConfig): Promise<Session> {
  if (config.signIn === 'local') {
    const { openLocalSession } = await import('./session/local-session.ts')
    return openLocalSession(config)
  }
  const { openHostedSession } = await import('./session/hosted-session.ts')
  return openHostedSession(config)
}

export const ServicesContext = createContext<Services | undefined>(undefined)

export function useServices(): Services {
  const services = use(ServicesContext)
  if (!services) throw new Error('useServices needs a ServicesContext above it')
  return services
}

/** The deployment's settings; suspends until they are loaded. */
export function useConfig(): SiteConfig {
  return use(useServices().config)
}
