import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { PACKAGES, type Package, packageOf, SECONDS_PER_TOKEN } from '../../lambdas/contract/pricing.ts'
import { wonPerMinute } from '../home/guest-home.tsx'
import { pieces, spoken, won } from '../shared/format.ts'
import { hasKeptVideo } from '../shared/kept-video.ts'
import { Button } from '../shared/layout/button.tsx'
import { Page } from '../shared/layout/page.tsx'
import { Failed } from '../shared/layout/states.tsx'
import { useMe } from '../shared/queries.ts'
import { TOKENS } from '../shared/texts/tokens.ts'

/** The balance and the six packages; the pay button waits for a choice. */
export function TokensScreen() {
  const me = useMe()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<Package['id']>()
  const videoWaits = useKeptVideo()
  return (
    <Page title={TOKENS.title}>
      {me.isError && !me.data ? (
        <Failed error={me.error} onRetry={() => void me.refetch()} />
      ) : (
        <dl className="balance-card">
          <dt>{TOKENS.balance}</dt>
          <dd className="numbers">
            {me.data ? pieces(me.data.token) : '…'}
            {me.data && <span className="muted small">{TOKENS.enough(spoken(me.data.token * SECONDS_PER_TOKEN))}</span>}
          </dd>
        </dl>
      )}
      {videoWaits && <p className="dialog-note">{TOKENS.waitingVideo}</p>}
      <form
        onSubmit={event => {
          event.preventDefault()
          if (chosen) navigate(`/checkout?package=${chosen}`)
        }}
      >
        <fieldset className="packages">
          <legend>{TOKENS.packages}</legend>
          {PACKAGES.map(each => (
            <PackageCard
              key={each.id}
              package={each}
              checked={each.id === chosen}
              onChoose={() => setChosen(each.id)}
            />
          ))}
        </fieldset>
        <div className="pay-line">
          <p className="muted small">{TOKENS.refundNote}</p>
          <Button kind="primary" size="large" type="submit" disabled={chosen === undefined}>
            {chosen ? TOKENS.paySum(won(packageOf(chosen).price)) : TOKENS.pay}
          </Button>
        </div>
      </form>
    </Page>
  )
}

function useKeptVideo(): boolean {
  const [kept, setKept] = useState(false)
  useEffect(() => {
    void hasKeptVideo().then(setKept)
  }, [])
  return kept
}

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
