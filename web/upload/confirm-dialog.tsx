import { useEffect, useState } from 'react'
import type { SeriesView } from '../../lambdas/contract/group.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { Reason } from '../shared/entry/failure.tsx'
import { pieces } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { Check } from '../shared/layout/choices.tsx'
import { Dialog } from '../shared/layout/dialog.tsx'
import { Alert, Sentences } from '../shared/layout/states.tsx'
import { useMe } from '../shared/queries.ts'
import { useConfig } from '../shared/services.ts'
import { COMMON } from '../shared/texts.ts'
import { AlreadyThere } from './already-there.tsx'
import { CandidateFacts } from './candidate.tsx'
import { type Candidate, filesOf, isGroup, isOnlyHeld, isUndecided, sumHeldTokens, sumTokens } from './candidates.ts'
import { initialChoices, SubmitOptions } from './submit-options.tsx'
import { CONFIRM, PROGRESS } from './texts.ts'
import { TrackQuestions } from './track-questions.tsx'
import { useBuyFirst, useSubmit } from './use-submit.ts'

interface ConfirmDialogProps {
  candidate: Candidate
  /** The series that the videos join. */
  series: SeriesView | undefined
  /** Called when the user removes a file from the list; `undefined` when none is left. */
  onChange(candidate: Candidate | undefined): void
  onClose(): void
  /** Called with the entry of a submitted link or subtitle, or without one once files are in the list of uploads. */
  onSubmitted(entry?: EntryView): void
}

/** The specification's popup: shows what is sent, its length and its cost. Nothing is sent before the user confirms. */
export function ConfirmDialog({ candidate, series, onChange, onClose, onSubmitted }: ConfirmDialogProps) {
  const { registers } = useConfig()
  const { data: me } = useMe()
  const [choices, setChoices] = useState(() => candidate.restored?.choices ?? initialChoices(registers, series))
  const { submit, submitting, error, isCutOff } = useSubmit(onSubmitted, onChange)
  // The series may have loaded after the popup opened.
  const joining = { ...choices, ...(series && { series: true }), joins: series?.id }
  const buyFirst = useBuyFirst()
  const tokens = sumTokens(candidate)
  const held = sumHeldTokens(candidate)
  const isResumed = isOnlyHeld(candidate)
  const isShort = me !== undefined && me.token < tokens
  const busy = submitting || buyFirst.keeping
  const isOpen = filesOf(candidate).some(isUndecided)

  // Keeps the promise of the notice about a lost connection: sends the rest once the network is back.
  useEffect(() => {
    if (!isCutOff) return
    const resume = () => void submit(candidate, joining)
    window.addEventListener('online', resume, { once: true })
    return () => window.removeEventListener('online', resume)
  })

  const go = isShort ? (
    <Button
      kind="primary"
      disabled={busy || isOpen}
      onClick={() => buyFirst.buy(candidate, joining, tokens - me.token)}
    >
      {buyFirst.keeping ? CONFIRM.keeping : CONFIRM.buy}
    </Button>
  ) : (
    <Button kind="primary" disabled={busy || isOpen || !me} onClick={() => submit(candidate, joining)}>
      {submitting ? CONFIRM.submitting : isOpen ? CONFIRM.open : isResumed ? CONFIRM.resume : confirmText(tokens)}
    </Button>
  )
  return (
    <Dialog
      title={CONFIRM.title}
      onClose={onClose}
      busy={busy}
      close={held > 0 ? COMMON.close : COMMON.cancel}
      actions={go}
    >
      {candidate.restored && <p className="note">{CONFIRM.restored}</p>}
      {candidate.refused.length > 0 && (
        <div className="note" data-kind="problem" role="alert">
          <p>
            <strong>{CONFIRM.leftOut(candidate.refused.length)}</strong>
          </p>
          {candidate.refused.map(sentence => (
            <p key={sentence}>
              <Reason text={sentence} />
            </p>
          ))}
        </div>
      )}
      <CandidateFacts candidate={candidate} onChange={onChange} />
      <TrackQuestions candidate={candidate} onChange={onChange} />
      {held > 0 && (
        <p className="note">
          <Sentences text={CONFIRM.unfinished} />
        </p>
      )}
      <AlreadyThere candidate={candidate} />
      <Cost
        held={held}
        tokens={tokens}
        balance={me?.token}
        isResumed={isResumed}
        rule={candidate.items.every(({ kind }) => kind === 'subtitle') && CONFIRM.subtitlePrice}
      />
      <SubmitOptions
        candidate={candidate}
        series={series}
        isResumed={isResumed}
        value={choices}
        onChange={setChoices}
      />
      {series && <p className="note">{CONFIRM.joins(series.name)}</p>}
      {isGroup(candidate) && !series && (
        <Check checked={choices.series} onChange={series => setChoices({ ...choices, series })}>
          {CONFIRM.series}
        </Check>
      )}
      {isShort && (
        <p className="note" data-kind="problem" role="status">
          <Sentences text={CONFIRM.insufficient(pieces(tokens - me.token))} />
        </p>
      )}
      <Alert>{isCutOff ? cutOffText() : (error ?? buyFirst.error)}</Alert>
    </Dialog>
  )
}

function confirmText(tokens: number): string {
  return tokens === 0 ? CONFIRM.submitFree : CONFIRM.submit(pieces(tokens))
}

interface CostProps {
  /** Tokens already held for resumed uploads. */
  held: number
  tokens: number
  /** Absent until the user is loaded. */
  balance: number | undefined
  isResumed: boolean
  /** How the price of a subtitle is counted. */
  rule: string | false
}

/** Shows the cost and the remaining balance, or the current balance if it is too low. */
function Cost({ held, tokens, balance, isResumed, rule }: CostProps) {
  const isShort = balance !== undefined && balance < tokens
  return (
    <dl className="facts cost">
      {held > 0 && (
        <>
          <dt>{CONFIRM.held}</dt>
          <dd>{pieces(held)}</dd>
        </>
      )}
      {!isResumed && (
        <>
          <dt>{CONFIRM.needed}</dt>
          <dd data-short={isShort || undefined}>
            <strong>{tokens === 0 ? CONFIRM.free : pieces(tokens)}</strong>
            {balance !== undefined && <span>{restText(balance, tokens)}</span>}
          </dd>
        </>
      )}
      {rule && (
        <dd className="cost-rule muted small">
          <Sentences text={rule} />
        </dd>
      )}
    </dl>
  )
}

function restText(balance: number, tokens: number): string {
  if (tokens === 0) return CONFIRM.freeBelow
  return balance < tokens ? CONFIRM.lacking(pieces(balance)) : CONFIRM.afterwards(pieces(balance - tokens))
}

/** Promises to continue only if the browser is offline: without its `online` event, nothing resumes the submission. */
function cutOffText(): string {
  return navigator.onLine ? COMMON.offline : PROGRESS.paused
}
