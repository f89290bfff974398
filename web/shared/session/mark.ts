/** Key of `localStorage` that marks a browser as signed in. */
export const MARK_KEY = 'jamak.signed-in'

/**
 * Whether this browser is marked as signed in. The mark is available before the sign-in library is loaded. The tokens
 * are authoritative: the first call rejected for its token removes the mark.
 */
export function isMarked(): boolean {
  return localStorage.getItem(MARK_KEY) !== null
}
