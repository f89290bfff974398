import type { PageFont } from '../machine/page-font.ts'

/** Texts of the hosted sign-in. */
export interface SignInTexts {
  /** Language of the pages, such as `en`. */
  language: string
  /** Name of the service, which follows the titles of the pages. */
  service?: string
  font?: PageFont
  signIn: string
  signOut: string
  /** Names of providers that differ from their names in the user pool. */
  providers: Record<string, string>
  /** Accounts that every provider offers, so that the first sign-in needs no typing. An empty address means none. */
  sampleAccounts: readonly { name: string; email: string }[]
  continueWith(provider: string): string
  localOnly: string
  chooseAccount(provider: string): string
  otherAccount: string
  name: string
  email: string
  emailHint: string
  noEmail: string
  failed: string
  invalidName: string
  unregisteredAddress: string
  expired: string
  /** Google's refusal of web views. */
  embedded: string
  /** Kakao's refusal of scopes whose consent items the application does not have. */
  missingConsent(items: string): string
}

export const ENGLISH_SIGN_IN: SignInTexts = {
  language: 'en',
  signIn: 'Sign in',
  signOut: 'Sign out',
  providers: {},
  sampleAccounts: [
    { name: 'Alex Example', email: 'alex@example.com' },
    { name: 'Robin Example', email: '' },
  ],
  continueWith: provider => `Continue with ${provider}`,
  localOnly: 'This sign-in exists on this computer only. No real account is needed.',
  chooseAccount: provider => `Choose a ${provider} account`,
  otherAccount: 'Use another account',
  name: 'Name',
  email: 'Email',
  emailHint: '(leave empty for an account that shares no email address)',
  noEmail: 'no email address',
  failed: 'Sign-in failed',
  invalidName: 'Check the name.',
  unregisteredAddress: 'The address to return to is not registered.',
  expired: 'This sign-in has expired. Start again.',
  embedded: '403 disallowed_useragent: Google signs nobody in inside an app. Open the page in a browser.',
  missingConsent: items => `KOE205: The application requests consent items that are not configured: ${items}`,
}
