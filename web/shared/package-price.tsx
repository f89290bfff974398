import { type Package, SECONDS_PER_TOKEN } from '../../lambdas/contract/pricing.ts'
import { pieces, spoken, won } from './format.ts'
import { PRICE } from './texts.ts'

interface PackagePriceProps {
  package: Package
  recommended?: boolean
}

/** A token package: length of video, price, tokens with bonus, and price per minute. */
export function PackagePrice({ package: { tokens, price, bonus }, recommended }: PackagePriceProps) {
  return (
    <>
      <span className="price-minutes">
        {PRICE.minutes(spoken(tokens * SECONDS_PER_TOKEN))}
        {recommended && <span className="recommended">{PRICE.recommended}</span>}
      </span>
      <span className="price-won">{won(price)}</span>
      <span className="price-tokens">
        {PRICE.tokens(pieces(tokens))}
        {bonus > 0 && <span className="bonus">{PRICE.bonus(pieces(bonus))}</span>}
      </span>
      <span className="muted small package-minute">{PRICE.perMinute(won(wonPerMinute({ tokens, price })))}</span>
    </>
  )
}

/** Won per minute of video, rounded. */
function wonPerMinute({ tokens, price }: { tokens: number; price: number }): number {
  return Math.round((price / tokens) * (60 / SECONDS_PER_TOKEN))
}
