import { PACKAGES, SECONDS_PER_TOKEN } from '../../lambdas/contract/pricing.ts'
import { pieces, spoken, won } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { Page } from '../shared/layout/page.tsx'
import { useSignIn } from '../shared/session/use-sign-in.ts'
import { SIGN_IN } from '../shared/texts/common.ts'
import { HOME } from '../shared/texts/home.ts'
import { SampleStage } from './sample-stage.tsx'

/** Home before the sign-in: what comes out, how, for how much, and one button. */
export function GuestHome() {
  const { signIn, leaving } = useSignIn()
  return (
    <Page title={HOME.title} heading={false}>
      <section className="hero">
        <h1 tabIndex={-1}>{HOME.tagline}</h1>
        <p className="hero-intro">{HOME.intro}</p>
        <div className="hero-action">
          <p className="hero-prompt">{SIGN_IN.promptTitle}</p>
          <Button kind="primary" size="large" disabled={leaving} onClick={() => signIn('/')}>
            {SIGN_IN.login}
          </Button>
        </div>
        <p className="muted">{HOME.cost}</p>
      </section>
      <SampleStage />
      <section className="home-section">
        <h2>{HOME.stepsTitle}</h2>
        <ol className="steps">
          {HOME.steps.map(([name, text]) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <Prices />
    </Page>
  )
}

/** The six packages as a price list. */
export function Prices() {
  return (
    <section className="home-section">
      <h2>{HOME.pricesTitle}</h2>
      <p className="muted">{HOME.pricesIntro}</p>
      <ul className="prices">
        {PACKAGES.map(({ id, tokens, price, bonus }) => (
          <li key={id}>
            <span className="price-tokens">
              {pieces(tokens)}
              {bonus > 0 && <span className="bonus">{HOME.bonus(bonus)}</span>}
            </span>
            <span className="price-won">{won(price)}</span>
            <span className="muted small">{HOME.minutes(spoken(tokens * SECONDS_PER_TOKEN))}</span>
            <span className="muted small">{HOME.perMinute(won(wonPerMinute({ tokens, price })))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Won for a minute of video, rounded. */
export function wonPerMinute({ tokens, price }: { tokens: number; price: number }): number {
  return Math.round((price / tokens) * (60 / SECONDS_PER_TOKEN))
}
