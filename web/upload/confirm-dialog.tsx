import { useState } from 'react'
import { pieces } from '../format.ts'
import { Button } from '../layout/button.tsx'
import { Dialog } from '../layout/dialog.tsx'
import { useMe } from '../queries.ts'
import { useConfig } from '../services.ts'
import { COMMON } from '../texts/common.ts'
import { CONFIRM } from '../texts/upload.ts'
import { type Candidate, tokensOf } from './candidate.ts'
import { CandidateFacts } from './candidate-facts.tsx'
import { readRegister, saveRegister } from './chosen-register.ts'
import { RegisterChoice } from './register-choice.tsx'
import { useBuyFirst } from './use-buy-first.ts'
import { useSubmit } from './use-submit.ts'

interface ConfirmDialogProps {
  candidate: Candidate
  /** A file was taken off the list. */
  onChange(candidate: Candidate | undefined): void
  onClose(): void
}

/** The specification's popup: what is sent, how long it is, what it costs; nothing is sent before it is confirmed. */
export function ConfirmDialog({ candidate, onChange, onClose }: ConfirmDialogProps) {
  const { registers } = useConfig()
  const { data: me } = useMe()
  const [register, setRegister] = useState(() => readRegister(registers))
  const [captions, setCaptions] = useState(true)
  const { submit, submitting, error } = useSubmit(onClose)
  const buyFirst = useBuyFirst()
  const tokens = tokensOf(candidate)
  const isShort = me !== undefined && me.token < tokens
  const busy = submitting || buyFirst.keeping

  return (
    <Dialog title={CONFIRM.title} onClose={onClose} busy={busy}>
      {candidate.kind === 'files' && candidate.restored && <p className="dialog-note">{CONFIRM.restored}</p>}
      <CandidateFacts candidate={candidate} onChange={onChange} />
      <dl className="facts totals">
        <dt>{CONFIRM.needed}</dt>
        <dd>
          {pieces(tokens)}
          {isShort && <strong className="short"> {CONFIRM.insufficient}</strong>}
        </dd>
        {me && !isShort && (
          <>
            <dt>{CONFIRM.balanceAfter}</dt>
            <dd>{pieces(me.token - tokens)}</dd>
          </>
        )}
      </dl>
      <RegisterChoice
        registers={registers}
        value={register}
        onChange={value => {
          setRegister(value)
          saveRegister(value)
        }}
      />
      {candidate.kind === 'youtube' && (
        <label className="check">
          <input type="checkbox" checked={captions} onChange={event => setCaptions(event.target.checked)} />
          {CONFIRM.captions}
        </label>
      )}
      <p className="form-error" role="alert">
        {error ?? buyFirst.error}
      </p>
      <div className="dialog-actions">
        <Button onClick={onClose} disabled={busy}>
          {COMMON.cancel}
        </Button>
        {isShort ? (
          <Button kind="primary" disabled={busy} onClick={() => buyFirst.buy(candidate)}>
            {buyFirst.keeping ? CONFIRM.keeping : CONFIRM.buy}
          </Button>
        ) : (
          <Button kind="primary" disabled={busy || !me} onClick={() => submit(candidate, { register, captions })}>
            {submitting ? CONFIRM.submitting : confirmText(tokens)}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function confirmText(tokens: number): string {
  return tokens === 0 ? CONFIRM.submitFree : CONFIRM.submit(pieces(tokens))
}
