/** Key of `localStorage` under which a browser is marked as signed in. */
export const MARK_KEY = 'jamak.signed-in'

/**
 * Whether this browser is marked as signed in. The mark is known at once, before the sign-in library has loaded; the tokens
 * have the last word, and the first call they are refused for removes the mark.
 */
export function isMarked(): boolean {
  return localStorage.getItem(MARK_KEY) !== null
}
