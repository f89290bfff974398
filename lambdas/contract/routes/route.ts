import * as z from 'zod'
import type { KeyScope } from '../api-key.ts'
import type { FunctionName } from '../functions.ts'
import type { ProofRight } from '../proofreading.ts'

/** One route: read by the API construct, the handlers' router and the browser's client. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below the site's origin, parameters as `{name}`. */
  path: `/api/${string}`
  /** The Lambda function that handles it. */
  lambda: FunctionName
  /**
   * `user`: the authorizer requires a signed-in user; `key`: the function requires a key, because only it can refuse with
   * the stable codes; `link`: for the same reason, the function requires the secret of a proofreader's link; `public`:
   * anyone may call.
   */
  access: 'user' | 'key' | 'link' | 'public'
  /** Scope that the key must have, or right that the link must give; absent if any key or link will do. */
  scope?: KeyScope | ProofRight
  /** What the route does, for the OpenAPI document. */
  title?: string
  /** Schemas of path parameters whose format is checked. */
  parameters?: Readonly<Record<string, z.ZodType>>
  /** Schema of the JSON body, if the route takes one. */
  body?: z.ZodType
  /** Largest JSON body in bytes, if it may exceed the ordinary limit. */
  bodyBytes?: number
  /** Schema of the query string, if the route takes one; values arrive as strings. */
  query?: z.ZodType
  response: z.ZodType
  /** The response is a file, not JSON. */
  isFile?: true
  /**
   * For a POST that creates something: the request carries `Idempotency-Key` (a UUID), and the same key gets the same
   * response.
   */
  idempotent?: true
}

/** Response of a route that returns nothing. */
export const empty = z.object({})

/** Header that proves to the API that a request came through CloudFront and its firewall. */
export const ORIGIN_HEADER = 'x-jamak-origin'
