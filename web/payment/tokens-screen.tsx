import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { findPackage, PACKAGES, type Package, SECONDS_PER_TOKEN } from '../../lambdas/contract/pricing.ts'
import { pieces, spoken, won } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { Page } from '../shared/layout/page.tsx'
import { Failed } from '../shared/layout/states.tsx'
import { PackagePrice } from '../shared/package-price.tsx'
import { useHasKeptVideo } from '../shared/personal-data.ts'
import { useMe } from '../shared/queries.ts'
import { PRICE } from '../shared/texts.ts'
import { TOKENS } from './texts.ts'

/** The smallest package with a bonus: the price per minute falls without paying for hours in advance. */
const RECOMMENDED: Package['id'] = 'tokens-210'

/** Shows the balance and the six packages as radio buttons; the pay bar is disabled until one is chosen. */
export function TokensScreen() {
  const me = useMe()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const need = parseNeeded(search.get('need'))
  const fitting = need === undefined ? undefined : fittingPackage(need)
  const [chosen, setChosen] = useState(fitting)
  const videoWaits = useHasKeptVideo()
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
      {need !== undefined && <p className="dialog-note">{TOKENS.need(pieces(need))}</p>}
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
            <label key={each.id} className="package">
              <input
                type="radio"
                name="package"
                value={each.id}
                checked={each.id === chosen}
                onChange={() => setChosen(each.id)}
              />
              <PackagePrice package={each} recommended={each.id === (fitting ?? RECOMMENDED)} />
            </label>
          ))}
        </fieldset>
        <p className="muted small package-note">{TOKENS.refundNote}</p>
        <div className="pay-bar">
          <p className="pay-sum">{chosen ? describePackage(findPackage(chosen)) : TOKENS.choose}</p>
          <Button kind="primary" size="large" type="submit" disabled={chosen === undefined}>
            {chosen ? TOKENS.paySum(won(findPackage(chosen).price)) : TOKENS.pay}
          </Button>
        </div>
      </form>
    </Page>
  )
}

function describePackage({ tokens }: Package): string {
  return `${PRICE.minutes(spoken(tokens * SECONDS_PER_TOKEN))} · ${PRICE.tokens(pieces(tokens))}`
}

/** Missing tokens as stated in the address, at most the cost of the longest video. */
function parseNeeded(text: string | null): number | undefined {
  const need = Number(text ?? Number.NaN)
  return Number.isSafeInteger(need) && need > 0 && need <= 100_000 ? need : undefined
}

/** Smallest package with at least this many tokens, else the largest. */
export function fittingPackage(tokens: number): Package['id'] {
  return (PACKAGES.find(each => each.tokens >= tokens) ?? PACKAGES.at(-1) ?? PACKAGES[0]).id
}
