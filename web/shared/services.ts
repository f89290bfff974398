import { createContext, use } from 'react'
import type { RouteName, RouteResponse } from '../../lambdas/contract/routes.ts'
import type { SiteConfig } from '../../lambdas/contract/site-config.ts'
import type { Api, RequestOf } from './api.ts'
import { openSession, type Session } from './session/session.ts'
import { unmark } from './session/signed-in.ts'

/** What the page is made with: the deployment's settings, the way of signing in, and the API. */
export interface Services {
  config: Promise<SiteConfig>
  /** Loaded on first use. */
  session(): Promise<Session>
  api: Api
}

/** Schemas and the client that reads with them come after the first paint: they weigh as much as a third of the page. */
export function createServices(): Services {
  const config = import('./config.ts').then(({ fetchConfig }) => fetchConfig())
  let opened: Promise<Session> | undefined
  const session = () => {
    opened ??= config.then(openSession)
    return opened
  }
  let client: Promise<Api> | undefined
  const openClient = async () => {
    const { createApi } = await import('./api.ts')
    return createApi({
      fetch: (input, init) => fetch(input, init),
      accessToken: async options => (await session()).accessToken(options),
      onSignedOut: unmark,
    })
  }
  const api = async <Name extends RouteName>(name: Name, request: RequestOf<Name>): Promise<RouteResponse<Name>> => {
    client ??= openClient()
    return (await client)(name, request)
  }
  return { config, session, api }
}

export const ServicesContext = createContext<Services | undefined>(undefined)

export function useServices(): Services {
  const services = use(ServicesContext)
  if (!services) throw new Error('no services around this component')
  return services
}

/** The deployment's settings; suspends until they are there. */
export function useConfig(): SiteConfig {
  return use(useServices().config)
}
