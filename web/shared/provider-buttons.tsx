import { type ReactNode, Suspense } from 'react'
import { PAGES } from '../../lambdas/contract/pages.ts'
import { CrashBoundary } from './layout/states.tsx'
import { OutsideBrowser, readInAppBrowser } from './outside-browser.tsx'
import { useConfig } from './services.ts'
import { useSignIn } from './session/use-sign-in.ts'
import { FOOTER, SIGN_IN } from './texts.ts'

/**
 * One button for each social provider of the deployment, styled as the provider's guidelines require. The sign-in
 * returns to `returnTo`. Space is reserved until the settings are loaded. `hasGift`: tells who gets the gift.
 */
export function ProviderButtons({ returnTo, hasGift }: { returnTo: string; hasGift?: boolean }) {
  return (
    <>
      <div className="providers">
        <CrashBoundary fallback={<p role="alert">{SIGN_IN.failed}</p>}>
          <Suspense>
            <Buttons returnTo={returnTo} />
          </Suspense>
        </CrashBoundary>
      </div>
      {hasGift && <p className="consent muted small">{SIGN_IN.giftTerm}</p>}
      <Consent />
    </>
  )
}

/** The terms treat the first sign-in as consent, so they are named and linked where it happens. */
function Consent() {
  const [before, between, after, age] = SIGN_IN.consent
  return (
    <p className="consent muted small">
      {before}
      <a href={PAGES.terms} target="_blank" rel="noreferrer">
        {FOOTER.terms}
      </a>
      {between}
      <a href={PAGES.privacy} target="_blank" rel="noreferrer">
        {FOOTER.privacy}
      </a>
      {after} <span className="whole-sentence">{age}</span>
    </p>
  )
}

function Buttons({ returnTo }: { returnTo: string }) {
  const { providers } = useConfig()
  const { signIn, leaving } = useSignIn()
  const inApp = readInAppBrowser(returnTo)
  return providers.map(provider =>
    inApp && provider === 'Google' ? (
      <OutsideBrowser key={provider} browser={inApp} path={returnTo} />
    ) : (
      <button
        key={provider}
        type="button"
        className="provider"
        data-provider={provider}
        disabled={leaving}
        onClick={() => signIn(provider, returnTo)}
      >
        {MARKS[provider]}
        {SIGN_IN.continueWith(provider)}
      </button>
    ),
  )
}

/** Google's "G" and Kakao's speech bubble, redrawn. Other providers have no mark. */
const MARKS: Record<string, ReactNode> = {
  Google: (
    <svg className="provider-mark" viewBox="0 0 24 24" fill="none" strokeWidth="4" aria-hidden="true">
      <path stroke="#EA4335" d="M4.05 7.77A9 9 0 0 1 18.36 5.64" />
      <path stroke="#FBBC05" d="M4.05 16.23A9 9 0 0 1 4.05 7.77" />
      <path stroke="#34A853" d="M18.36 18.36A9 9 0 0 1 4.05 16.23" />
      <path stroke="#4285F4" d="M12 12h9a9 9 0 0 1-2.64 6.36" />
    </svg>
  ),
  Kakao: (
    <svg className="provider-mark" viewBox="0 0 24 24" fill="#000000" aria-hidden="true">
      <path d="M12 3.5c-5.5 0-10 3.5-10 7.8 0 2.8 1.9 5.3 4.7 6.7l-1 3.5c-.1.4.3.7.6.5l4.3-2.9 1.4.1c5.5 0 10-3.5 10-7.9s-4.5-7.8-10-7.8z" />
    </svg>
  ),
}
