import { Amplify } from 'aws-amplify'
import { decodeJWT } from 'aws-amplify/auth'
import type { SiteConfig } from '../../../lambdas/contract/site-config.ts'
import { fetchAccessToken } from './access-token.ts'
import { createProofKey, deleteTokens, readTokens, type StoredTokens, tokenAnswer, writeTokens } from './code-flow.ts'
import { type Session, SIGNED_IN_PATH, SignInFailed } from './session.ts'

const PROOF_KEY = 'jamak.proof'
/** Tokens are renewed this long before they expire, so that none expires in transit. */
const EARLY_MS = 30_000

/**
 * Opens a session with the local cloud's hosted page. Amplify requires https for a hosted page, so this module runs the
 * code flow itself and passes the tokens to Amplify.
 */
export async function openLocalSession(config: SiteConfig): Promise<Session> {
  const redirectUri = `${location.origin}${SIGNED_IN_PATH}`
  const at = (path: string) => new URL(`${config.signInDomain}${path}`)
  let renewing: Promise<StoredTokens | undefined> | undefined

  async function exchange(parameters: Record<string, string>): Promise<StoredTokens> {
    const body = new URLSearchParams({ client_id: config.userPoolClientId, ...parameters })
    const response = await fetch(at('/oauth2/token'), { method: 'POST', body })
    if (!response.ok) throw new SignInFailed(`the token endpoint answered ${response.status}`)
    const answer = tokenAnswer.parse(await response.json())
    const tokens = {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token ?? parameters.refresh_token,
      expiresAt: Date.now() + answer.expires_in * 1000,
    }
    writeTokens(tokens)
    return tokens
  }

  async function revoke(token: string): Promise<void> {
    const body = new URLSearchParams({ client_id: config.userPoolClientId, token })
    await fetch(at('/oauth2/revoke'), { method: 'POST', body })
  }

  async function renew(old: StoredTokens): Promise<StoredTokens | undefined> {
    if (!old.refreshToken) return undefined
    try {
      return await exchange({ grant_type: 'refresh_token', refresh_token: old.refreshToken })
    } catch (error) {
      if (error instanceof SignInFailed) return undefined
      throw error
    }
  }

  Amplify.configure(
    { Auth: { Cognito: { userPoolId: config.userPoolId, userPoolClientId: config.userPoolClientId } } },
    {
      Auth: {
        tokenProvider: {
          async getTokens({ forceRefresh } = {}) {
            const stored = readTokens()
            if (!stored) return null
            if (!forceRefresh && stored.expiresAt - EARLY_MS > Date.now()) {
              return { accessToken: decodeJWT(stored.accessToken) }
            }
            renewing ??= renew(stored).finally(() => {
              renewing = undefined
            })
            const renewed = await renewing
            return renewed ? { accessToken: decodeJWT(renewed.accessToken) } : null
          },
        },
      },
    },
  )

  return {
    async signIn(provider, { hint } = {}) {
      const { verifier, challenge, state } = await createProofKey()
      sessionStorage.setItem(PROOF_KEY, JSON.stringify([state, verifier]))
      const address = at('/oauth2/authorize')
      address.search = new URLSearchParams({
        response_type: 'code',
        client_id: config.userPoolClientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        identity_provider: provider,
        lang: 'ko',
        ...(hint && { login_hint: hint }),
      }).toString()
      location.assign(address)
    },
    async finish() {
      const query = new URLSearchParams(location.search)
      const proof: unknown = JSON.parse(sessionStorage.getItem(PROOF_KEY) ?? '[]')
      const [state, verifier] = Array.isArray(proof) ? proof : []
      const code = query.get('code')
      if (!code) throw new SignInFailed(query.get('error') ?? 'no code in the address')
      if (typeof verifier !== 'string' || query.get('state') !== state)
        throw new SignInFailed('this browser did not ask for the code')
      sessionStorage.removeItem(PROOF_KEY)
      await exchange({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier })
    },
    accessToken: fetchAccessToken,
    async signOut() {
      const token = readTokens()?.refreshToken
      deleteTokens()
      if (token) await revoke(token).catch((error: unknown) => console.warn(error))
      const address = at('/logout')
      address.search = new URLSearchParams({
        client_id: config.userPoolClientId,
        logout_uri: `${location.origin}/`,
      }).toString()
      location.assign(address)
    },
  }
}
