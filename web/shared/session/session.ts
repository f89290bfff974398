import { PAGES } from '../../../lambdas/contract/pages.ts'

/** The address that the hosted sign-in page returns to. */
export const SIGNED_IN_PATH = PAGES.signedIn

/** A sign-in, independent of who runs the hosted page: Cognito on AWS, the local cloud on a laptop. */
export interface Session {
  /**
   * Leaves the page for the sign-in at a social provider, named as in `SiteConfig.providers`. `hint` selects the sample
   * user of the test payment.
   */
  signIn(provider: string, options?: { hint?: 'test-pay' }): Promise<void>
  /** Exchanges the code in the address for tokens, after the return from the hosted page. Rejects with `SignInFailed`. */
  finish(): Promise<void>
  /** The access token, renewed when it has expired; `undefined` once nobody is signed in. */
  accessToken(options?: { renewed: boolean }): Promise<string | undefined>
  /** Revokes and deletes this browser's tokens and leaves the page for the hosted sign-out, which returns to `/`. */
  signOut(): Promise<void>
}

/** The hosted page refused the sign-in, or its code could not be exchanged. */
export class SignInFailed extends Error {
  readonly code = 'SIGN_IN_FAILED'

  constructor(reason: string, cause?: unknown) {
    super(`sign-in failed: ${reason}`, { cause })
    this.name = 'SignInFailed'
  }
}
