import { PAGES } from '../../../lambdas/contract/pages.ts'

/** The return address of the hosted sign-in page. */
export const SIGNED_IN_PATH = PAGES.signedIn

/** A sign-in session, whether Cognito (on AWS) or the local cloud runs the hosted page. */
export interface Session {
  /**
   * Navigates to the sign-in of a social provider, named as in `SiteConfig.providers`. `hint` selects the sample user
   * of the test payment.
   */
  signIn(provider: string, options?: { hint?: 'test-pay' }): Promise<void>
  /** Exchanges the code in the address for tokens after the hosted page's redirect. Rejects with `SignInFailed`. */
  finish(): Promise<void>
  /** The access token, renewed if expired; `undefined` if the user is signed out. */
  accessToken(options?: { renewed: boolean }): Promise<string | undefined>
  /** Revokes and deletes this browser's tokens and navigates to the hosted sign-out, which returns to `/`. */
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
