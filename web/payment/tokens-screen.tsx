import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { findPackage, PACKAGES, type Package, SECONDS_PER_TOKEN } from '../../lambdas/contract/pricing.ts'
import { pieces, spoken, won } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { Page } from '../shared/layout/page.tsx'
import { Failed, Sentences } from '../shared/layout/states.tsx'
import { PackagePrice } from '../shared/package-price.tsx'
import { useHasKeptVideo } from '../shared/personal-data.ts'
import { newestMovementsQuery, useMe } from '../shared/queries.ts'
import { useServices } from '../shared/services.ts'
import { PRICE } from '../shared/texts.ts'
import { fittingPackage, type Recommendation, recommend } from './recommended.ts'
import { TOKENS } from './texts.ts'

/** Shows the balance and the six packages as radio buttons; the pay bar is disabled until one is chosen. */
export function TokensScreen() {
  const me = useMe()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const need = parseNeeded(search.get('need'))
  const fitting = need === undefined ? undefined : fittingPackage(need)
  const [chosen, setChosen] = useState(fitting)
  const videoWaits = useHasKeptVideo()
  const recommendation = useRecommendation(me.data?.token)
  return (
    <Page title={TOKENS.title}>
      {me.isError && !me.data ? (
        <Failed error={me.error} onRetry={() => void me.refetch()} />
      ) : (
        <dl className="balance-card">
          <div>
            <dt>{TOKENS.balance}</dt>
            <dd className="numbers">
              {me.data ? pieces(me.data.token) : '…'}
              {me.data && <span className="muted small">{minutesOf({ tokens: me.data.token })}</span>}
            </dd>
          </div>
          {need !== undefined && (
            <div>
              <dt>{TOKENS.need}</dt>
              <dd className="numbers">
                {pieces(need)}
                <span className="muted small">{TOKENS.needChosen}</span>
              </dd>
            </div>
          )}
        </dl>
      )}
      {videoWaits && <p className="note">{TOKENS.waitingVideo}</p>}
      <form
        onSubmit={event => {
          event.preventDefault()
          if (chosen) navigate(`/checkout?package=${chosen}`)
        }}
      >
        <fieldset className="packages">
          <legend>
            {TOKENS.packages}
            {need === undefined && recommendation && isEnough(recommendation) && (
              <span className="muted small">
                {TOKENS.recommended(spokenMinutes(recommendation.monthly), minutesOf(findPackage(recommendation.id)))}
              </span>
            )}
          </legend>
          {PACKAGES.map(each => (
            <label key={each.id} className="package">
              <input
                type="radio"
                name="package"
                value={each.id}
                checked={each.id === chosen}
                onChange={() => setChosen(each.id)}
              />
              <PackagePrice package={each} recommended={each.id === (fitting ?? recommendation?.id)} />
            </label>
          ))}
        </fieldset>
        <p className="muted small package-note">
          <Sentences text={TOKENS.priceNote} />
        </p>
        <div className="row pay-bar">
          <p className="pay-sum">{chosen ? describePackage(findPackage(chosen)) : TOKENS.choose}</p>
          <Button kind="primary" size="large" type="submit" disabled={chosen === undefined}>
            {chosen ? TOKENS.paySum(won(findPackage(chosen).price)) : TOKENS.pay}
          </Button>
        </div>
      </form>
    </Page>
  )
}

/** The recommendation, once the newest movements are known or could not be read. */
function useRecommendation(balance = 0): Recommendation | undefined {
  const { api } = useServices()
  const { data, isError } = useQuery(newestMovementsQuery(api))
  const [now] = useState(Date.now)
  if (!data) return isError ? recommend([], false, balance, now) : undefined
  return recommend(data.movements, data.cursor !== undefined, balance, now)
}

const isEnough = ({ id, monthly }: Recommendation): boolean => monthly > 0 && findPackage(id).tokens >= monthly

/** The length that tokens pay for, in whole minutes. */
function spokenMinutes(tokens: number): string {
  return spoken(Math.ceil((tokens * SECONDS_PER_TOKEN) / 60) * 60)
}

const minutesOf = ({ tokens }: { tokens: number }): string => PRICE.minutes(spoken(tokens * SECONDS_PER_TOKEN))

function describePackage({ tokens }: Package): string {
  return `${minutesOf({ tokens })} · ${PRICE.tokens(pieces(tokens))}`
}

/** Missing tokens as stated in the address, at most the cost of the longest video. */
function parseNeeded(text: string | null): number | undefined {
  const need = Number(text ?? Number.NaN)
  return Number.isSafeInteger(need) && need > 0 && need <= 100_000 ? need : undefined
}
