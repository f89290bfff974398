import { describe, expect, it } from 'vitest'
import { type AuthorizeRules, findRefusal } from '../../src/cognito/authorize.ts'

const CALLBACK = 'https://site.example/signed-in'
const rules: AuthorizeRules = {
  clientId: 'client-1',
  callbackUrls: [CALLBACK],
  scopes: ['openid', 'email', 'profile'],
  supportedProviders: ['Google', 'Kakao'],
}

function refusal(changes: Record<string, string | undefined>) {
  const query = {
    client_id: 'client-1',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'state-1',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
    identity_provider: 'Google',
    ...changes,
  }
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return findRefusal(rules, new URLSearchParams(given))
}

describe('the local Cognito’s authorize endpoint', () => {
  it.each([{}, { identity_provider: 'Kakao' }, { identity_provider: undefined }, { scope: undefined }])(
    'accepts a request with %j',
    changes => {
      expect(refusal(changes)).toBeUndefined()
    },
  )

  it.each(['COGNITO', 'google', 'Naver', ''])('refuses the provider %j, which the client does not list', provider => {
    expect(refusal({ identity_provider: provider })).toEqual({
      where: 'page',
      message: 'Login option is not available. Please try another one.',
    })
  })

  it.each([
    ['an unknown client', { client_id: 'other' }, 'Client does not exist.'],
    ['an address that is not registered', { redirect_uri: `${CALLBACK}/` }, 'redirect_mismatch'],
    ['another site', { redirect_uri: 'https://evil.example/signed-in' }, 'redirect_mismatch'],
  ])('refuses %s on its own page without redirecting', (_, changes, message) => {
    expect(refusal(changes)).toEqual({ where: 'page', message })
  })

  it.each([
    ['a scope that the client does not have', { scope: 'openid phone' }, 'invalid_scope'],
    ['an unknown scope', { scope: 'openid nonsense' }, 'invalid_scope'],
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['a grant that the client does not have', { response_type: 'token' }, 'unauthorized_client'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge without its method', { code_challenge_method: undefined }, 'invalid_request'],
  ])('returns the documented error to the client for %s', (_, changes, error) => {
    const location = `${CALLBACK}?error=${error}&state=state-1`
    expect(refusal(changes)).toEqual({ where: 'callback', location, error })
  })
})
