import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { PACKAGES } from '../../lambdas/contract/pricing.ts'
import { Page } from '../shared/layout/page.tsx'
import { CrashBoundary } from '../shared/layout/states.tsx'
import { lazyWithPreload } from '../shared/lazy-with-preload.tsx'
import { PackagePrice } from '../shared/package-price.tsx'
import { SAMPLE_EDITOR } from '../shared/sample-link.tsx'
import { COMMON, SIGN_IN } from '../shared/texts.ts'
import { SampleDetails } from './sample-details.tsx'
import { SampleFilm } from './sample-film.tsx'
import { HOME } from './texts.ts'

const PriceCheck = lazyWithPreload(() => import('./price-check.tsx'), <div className="price-check" />)

/** Home for guests: the tagline with one action beside the playing sample, then how it works and what it costs. */
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
          <section className="card price-card" aria-labelledby="price-title">
            <h2 id="price-title">{HOME.askPrice}</h2>
            <CrashBoundary fallback={null}>
              <Suspense fallback={<div className="price-check" />}>
                <PriceCheck />
              </Suspense>
            </CrashBoundary>
          </section>
          <p className="small">
            <Link to="/user">{SIGN_IN.promptTitle}</Link>
          </p>
          <p className="small">
            <Link to={SAMPLE_EDITOR}>{COMMON.trySample}</Link>
          </p>
          <p className="small">
            {HOME.recut} <Link to="/recut">{COMMON.recut}</Link>
          </p>
        </div>
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
