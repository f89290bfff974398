import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { PACKAGES } from '../../lambdas/contract/pricing.ts'
import { ButtonLink } from '../shared/layout/button.tsx'
import { Page } from '../shared/layout/page.tsx'
import { CrashBoundary, Sentences } from '../shared/layout/states.tsx'
import { lazyWithPreload } from '../shared/lazy-with-preload.tsx'
import { PackagePrice } from '../shared/package-price.tsx'
import { SampleLink } from '../shared/sample-link.tsx'
import { COMMON, SIGN_IN } from '../shared/texts.ts'
import { SampleDetails } from './sample-details.tsx'
import { SampleFilm } from './sample-film.tsx'
import { HOME, PRICE_CHECK } from './texts.ts'

const PriceCheck = lazyWithPreload(() => import('./price-check.tsx'), <div className="price-check" />)

/**
 * Home for guests: what it is and the way in, beside the playing sample; then the price of the own video, how it works and
 * what it costs.
 */
export function GuestHome() {
  const [at, setAt] = useState<number>()
  return (
    <Page title={HOME.title} heading={false}>
      <section className="hero">
        <div className="hero-lead">
          <h1 tabIndex={-1}>{HOME.headline}</h1>
          <p className="hero-tagline">{COMMON.tagline}</p>
          <p className="hero-intro">{HOME.intro}</p>
        </div>
        <SampleFilm onTime={setAt} />
        <div className="hero-action">
          <ButtonLink to="/user" kind="primary" size="large">
            {HOME.start}
          </ButtonLink>
          <SampleLink />
          <p className="muted">
            <Sentences text={`${SIGN_IN.promptTitle}. ${HOME.gift}`} />
          </p>
        </div>
      </section>
      <section className="card price-card" aria-labelledby="price-title">
        <div>
          <h2 id="price-title">{HOME.askPrice}</h2>
          <p className="muted">
            <Sentences text={`${PRICE_CHECK.title} ${HOME.cost}`} />
          </p>
        </div>
        <CrashBoundary fallback={null}>
          <Suspense fallback={<div className="price-check" />}>
            <PriceCheck />
          </Suspense>
        </CrashBoundary>
      </section>
      <SampleDetails at={at} />
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
        <p className="muted">
          <Sentences text={HOME.pricesIntro} />
        </p>
        <ul className="prices">
          {PACKAGES.map(each => (
            <li key={each.id}>
              <PackagePrice package={each} />
            </li>
          ))}
        </ul>
        <p className="home-recut">
          {HOME.recut} <Link to="/recut">{COMMON.recut}</Link>
        </p>
      </section>
    </Page>
  )
}
