import type * as z from 'zod'
import { ACCOUNT_ROUTES } from './routes/account-routes.ts'
import { ARCHIVE_ROUTES } from './routes/archive-routes.ts'
import { PAYMENT_ROUTES } from './routes/payment-routes.ts'
import { PROOF_ROUTES } from './routes/proof-routes.ts'
import type { Route } from './routes/route.ts'
import { SUBMISSION_ROUTES } from './routes/submission-routes.ts'

export type { Route } from './routes/route.ts'

/** Every route of the API, by the name under which handlers and page use it. */
export const ROUTES = {
  ...ACCOUNT_ROUTES,
  ...SUBMISSION_ROUTES,
  ...ARCHIVE_ROUTES,
  ...PROOF_ROUTES,
  ...PAYMENT_ROUTES,
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof ROUTES

/** Names of the parameters in a path. */
export type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never
/** Values of a route's path parameters, by the names in its path. */
export type RouteParameters<Name extends RouteName> = Record<ParameterOf<(typeof ROUTES)[Name]['path']>, string>
export type RouteBody<Name extends RouteName> = (typeof ROUTES)[Name] extends { body: infer B extends z.ZodType }
  ? z.input<B>
  : undefined
export type RouteQuery<Name extends RouteName> = (typeof ROUTES)[Name] extends { query: infer Q extends z.ZodType }
  ? z.input<Q>
  : undefined
/** A response as it is sent; the client reads it as `RouteResponse`. */
export type SentResponse<Name extends RouteName> = z.input<(typeof ROUTES)[Name]['response']>
export type RouteResponse<Name extends RouteName> = z.output<(typeof ROUTES)[Name]['response']>
