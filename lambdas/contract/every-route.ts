import type * as z from 'zod'
import { V1_ARCHIVE_ROUTES, V1_DOCUMENT_ROUTES, V1_SUBMISSION_ROUTES } from './routes/v1-routes.ts'
import { type ParameterOf, ROUTES } from './routes.ts'

/** The routes for programs. They are separate so that the page does not load their schemas. */
export const V1_ROUTES = { ...V1_SUBMISSION_ROUTES, ...V1_ARCHIVE_ROUTES, ...V1_DOCUMENT_ROUTES }

/** Every deployed route. */
export const EVERY_ROUTE = { ...ROUTES, ...V1_ROUTES }

export type EveryRouteName = keyof typeof EVERY_ROUTE
export type V1RouteName = keyof typeof V1_ROUTES
/** Values of a route's path parameters, by the names in its path. */
export type ParametersOf<Name extends EveryRouteName> = Record<ParameterOf<(typeof EVERY_ROUTE)[Name]['path']>, string>
/** A response as a client reads it. */
export type ReceivedOf<Name extends EveryRouteName> = z.output<(typeof EVERY_ROUTE)[Name]['response']>
/** A response as it is sent. */
export type ResponseOf<Name extends EveryRouteName> = z.input<(typeof EVERY_ROUTE)[Name]['response']>
