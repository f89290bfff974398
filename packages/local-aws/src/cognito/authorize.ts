import type { UserPool } from './user-pool.ts'

/** Cognito refuses a sign-in either on its own page or by returning an error to the client. */
export type AuthorizeRefusal =
  | { where: 'page'; message: string }
  | { where: 'callback'; location: string; error: 'invalid_request' | 'unauthorized_client' | 'invalid_scope' }

/** The parts of a user pool against which a sign-in is checked. */
export type AuthorizeRules = Pick<UserPool, 'clientId' | 'callbackUrls' | 'scopes'> & {
  /** All of `SupportedIdentityProviders`, including `COGNITO` if the client has it. */
  supportedProviders: string[]
}

/**
 * Checks a request to `/oauth2/authorize` as Cognito documents it (developer guide, "Redirect and authorization
 * endpoint"). Two things are not documented: the wording for a client or redirect address that is not registered, and
 * what happens for an `identity_provider` that the client does not support. The sentences here are those that users
 * report from the hosted page; the status (400) is an assumption.
 */
export function findRefusal(rules: AuthorizeRules, query: URLSearchParams): AuthorizeRefusal | undefined {
  const redirectUri = query.get('redirect_uri') ?? ''
  if (query.get('client_id') !== rules.clientId) return { where: 'page', message: 'Client does not exist.' }
  if (!rules.callbackUrls.includes(redirectUri)) return { where: 'page', message: 'redirect_mismatch' }

  const returned = (error: Extract<AuthorizeRefusal, { where: 'callback' }>['error']): AuthorizeRefusal => {
    const location = new URL(redirectUri)
    location.searchParams.set('error', error)
    const state = query.get('state')
    if (state !== null) location.searchParams.set('state', state)
    return { where: 'callback', location: location.href, error }
  }
  const responseType = query.get('response_type')
  if (responseType !== 'code' && responseType !== 'token') return returned('invalid_request')
  // The client has only the code grant.
  if (responseType === 'token') return returned('unauthorized_client')
  const challenge = query.get('code_challenge')
  const method = query.get('code_challenge_method')
  if (challenge ? method !== 'S256' : method) return returned('invalid_request')
  const scopes = (query.get('scope') ?? rules.scopes.join(' ')).split(' ')
  if (!scopes.every(scope => rules.scopes.includes(scope))) return returned('invalid_scope')

  const provider = query.get('identity_provider')
  if (provider !== null && !rules.supportedProviders.includes(provider))
    return { where: 'page', message: 'Login option is not available. Please try another one.' }
  return undefined
}
