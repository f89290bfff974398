import { type Package, SECONDS_PER_TOKEN } from '../../lambdas/contract/pricing.ts'
import { pieces, spoken, won } from '../format.ts'
import { wonPerMinute } from '../home/prices.tsx'
import { TOKENS } from '../texts/tokens.ts'

interface PackageCardProps {
  package: Package
  checked: boolean
  onChoose(): void
}

/** One of the six, as a radio button of its size. */
export function PackageCard({ package: { id, tokens, price, bonus }, checked, onChoose }: PackageCardProps) {
  return (
    <label className="package">
      <input type="radio" name="package" value={id} checked={checked} onChange={onChoose} />
      <span className="price-tokens">
        {pieces(tokens)}
        {bonus > 0 && <span className="bonus">{TOKENS.bonus(bonus)}</span>}
      </span>
      <span className="price-won">{won(price)}</span>
      <span className="muted small">{TOKENS.minutes(spoken(tokens * SECONDS_PER_TOKEN))}</span>
      <span className="muted small package-minute">{TOKENS.perMinute(won(wonPerMinute({ tokens, price })))}</span>
    </label>
  )
}
