import type { SiteConfig } from '../../../lambdas/contract/site-config.ts'

/** The path that the hosted sign-in returns to. */
export const SIGNED_IN_PATH = '/signed-in'

/** Who is signed in, whichever hosted page asked: Cognito's on AWS, the local cloud's on the laptop. */
export interface Session {
  /** Leaves the page for the hosted sign-in. `hint` names the sample person of the test payment. */
  signIn(options?: { hint?: 'test-pay' }): Promise<void>
  /** On the way back: takes the code from the address and gets the tokens. Rejects where the sign-in failed. */
  finish(): Promise<void>
  /** The access token, renewed where it ran out; `undefined` where nobody is signed in any more. */
  accessToken(options?: { renewed: boolean }): Promise<string | undefined>
  /** Forgets the tokens and leaves the page for the hosted sign-out, which returns to `/`. */
  signOut(): Promise<void>
}

/** Loads the way of signing in that the deployment has; nothing of it is loaded before somebody needs it. */
export async function openSession(config: SiteConfig): Promise<Session> {
  if (config.signIn === 'local') {
    const { openLocalSession } = await import('./local-session.ts')
    return openLocalSession(config)
  }
  const { openHostedSession } = await import('./hosted-session.ts')
  return openHostedSession(config)
}

/** The hosted page, or the exchange of its code, refused. */
export class SignInFailed extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`sign-in failed: ${reason}`, { cause })
    this.name = 'SignInFailed'
  }
}
