import { PACKAGES, SECONDS_PER_TOKEN } from '../../lambdas/contract/pricing.ts'
import { pieces, spoken, won } from '../format.ts'
import { HOME } from '../texts/home.ts'

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
