/** The hosted page, or the exchange of its code, refused. */
export class SignInFailed extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`sign-in failed: ${reason}`, { cause })
    this.name = 'SignInFailed'
  }
}
