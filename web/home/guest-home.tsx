import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { PACKAGES } from '../../lambdas/contract/pricing.ts'
import { Page } from '../shared/layout/page.tsx'
import { CrashBoundary } from '../shared/layout/states.tsx'
import { lazyWithPreload } from '../shared/lazy-with-preload.tsx'
import { PackagePrice } from '../shared/package-price.tsx'
import { ProviderButtons } from '../shared/provider-buttons.tsx'
import { COMMON, SIGN_IN } from '../shared/texts.ts'
import { RuleShare } from './rule-share.tsx'
import { SampleFilm } from './sample-film.tsx'
import { HOME, PRICE_CHECK } from './texts.ts'

const PriceCheck = lazyWithPreload(() => import('./price-check.tsx'), <div className="price-check" />)

/** Home for guests: the price of their video, a sign-in button for each provider, a sample, and how it works. */
export function GuestHome() {
  const [returnTo, setReturnTo] = useState('/')
  return (
    <Page title={HOME.title} heading={false}>
      <section className="hero">
        <h1 tabIndex={-1}>{COMMON.tagline}</h1>
        <p className="hero-intro">{HOME.intro}</p>
        <section className="card price-card" aria-labelledby="price-title">
          <h2 id="price-title">{PRICE_CHECK.title}</h2>
          <CrashBoundary fallback={null}>
            <Suspense fallback={<div className="price-check" />}>
              <PriceCheck onPrice={priced => setReturnTo(priced.returnTo)} />
            </Suspense>
          </CrashBoundary>
        </section>
        <div className="hero-action">
          <p className="hero-prompt">{SIGN_IN.promptTitle}</p>
          <ProviderButtons returnTo={returnTo} />
        </div>
        <p className="muted">{HOME.cost}</p>
        <p className="small">
          {HOME.recut} <Link to="/recut">{COMMON.recut}</Link>
        </p>
      </section>
      <SampleFilm>
        <RuleShare />
        <p className="muted small">{HOME.sampleNote}</p>
      </SampleFilm>
      <section className="home-section">
        <h2>{HOME.stepsTitle}</h2>
        <ol className="steps">
          {HOME.steps.map(([title, text]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className="home-section">
        <h2>{HOME.pricesTitle}</h2>
        <p className="muted">{HOME.pricesIntro}</p>
        <ul className="prices">
          {PACKAGES.map(each => (
            <li key={each.id}>
              <PackagePrice package={each} />
            </li>
          ))}
        </ul>
      </section>
    </Page>
  )
}
