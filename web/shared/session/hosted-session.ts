import { Amplify } from 'aws-amplify'
import { AuthError, signInWithRedirect, signOut } from 'aws-amplify/auth'
import { Hub } from 'aws-amplify/utils'
import type { SiteConfig } from '../../../lambdas/contract/site-config.ts'
import { fetchAccessToken } from './access-token.ts'
import { type Session, SIGNED_IN_PATH, SignInFailed } from './session.ts'

/** Opens a session with Cognito's hosted page. Amplify runs the code flow with PKCE and renews the tokens. */
export async function openHostedSession(config: SiteConfig): Promise<Session> {
  const returning = location.pathname === SIGNED_IN_PATH && new URLSearchParams(location.search).has('code')
  const signedIn = returning ? outcome() : undefined
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: config.userPoolId,
        userPoolClientId: config.userPoolClientId,
        loginWith: {
          oauth: {
            domain: config.signInDomain,
            scopes: ['openid', 'email', 'profile'],
            redirectSignIn: [`${location.origin}${SIGNED_IN_PATH}`],
            redirectSignOut: [`${location.origin}/`],
            responseType: 'code',
          },
        },
      },
    },
  })
  // The listener reads the address as soon as Amplify is configured, so it is loaded only on the sign-in's return page.
  if (returning) await import('aws-amplify/auth/enable-oauth-listener')
  return {
    async signIn(provider) {
      try {
        await signInWithRedirect({
          provider: provider === 'Google' ? provider : { custom: provider },
          // The language of Cognito's own pages, which users see if a provider refuses the sign-in.
          options: { lang: 'ko' },
        })
      } catch (error) {
        // Amplify does not sign in over an existing session, such as that of a deleted account.
        if (!(error instanceof AuthError) || error.name !== 'UserAlreadyAuthenticatedException') throw error
        await signOut()
      }
    },
    async finish() {
      const refused = new URLSearchParams(location.search).get('error')
      if (refused || !signedIn) throw new SignInFailed(refused ?? 'no code in the address')
      await signedIn
    },
    accessToken: fetchAccessToken,
    async signOut() {
      await signOut()
    },
  }
}

function outcome(): Promise<void> {
  return new Promise((resolve, reject) => {
    Hub.listen('auth', ({ payload }) => {
      if (payload.event === 'signInWithRedirect') resolve()
      if (payload.event === 'signInWithRedirect_failure') reject(new SignInFailed('the code was refused', payload.data))
    })
  })
}
