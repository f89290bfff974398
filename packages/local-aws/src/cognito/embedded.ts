/**
 * Whether a user agent is a web view inside an app, in which Google refuses to sign users in: Android's web view and the
 * apps whose browsers name themselves (developers.google.com/identity/protocols/oauth2/policies, "secure browsers").
 * Google does not publish how it recognizes them.
 */
export function isEmbedded(userAgent: string): boolean {
  return (
    /; wv\)|KAKAOTALK|NAVER\(inapp|DaumApps|Instagram|FBA[NV]\/| Line\/|BAND\//.test(userAgent) ||
    (/\b(?:iPhone|iPad|iPod)\b/.test(userAgent) && !/ Safari\//.test(userAgent))
  )
}
