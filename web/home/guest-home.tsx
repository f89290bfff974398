import { PACKAGES } from '../../lambdas/contract/pricing.ts'
import { Page } from '../shared/layout/page.tsx'
import { PackagePrice } from '../shared/package-price.tsx'
import { ProviderButtons } from '../shared/provider-buttons.tsx'
import { SIGN_IN } from '../shared/texts/common.ts'
import { HOME } from '../shared/texts/home.ts'
import { SampleStage } from './sample-stage.tsx'

/** Home for guests: a sample of the result, how it is made, what it costs, and a button for each social provider. */
export function GuestHome() {
  return (
    <Page title={HOME.title} heading={false}>
      <section className="hero">
        <h1 tabIndex={-1}>{HOME.tagline}</h1>
        <p className="hero-intro">{HOME.intro}</p>
        <div className="hero-action">
          <p className="hero-prompt">{SIGN_IN.promptTitle}</p>
          <ProviderButtons returnTo="/" />
        </div>
        <p className="muted">{HOME.cost}</p>
      </section>
      <SampleStage />
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
