import { useState } from 'react'
import type { Brief } from '../../../lambdas/contract/brief.ts'
import { TERM_LENGTHS } from '../../../lambdas/contract/glossary.ts'
import { Button } from '../../shared/layout/button.tsx'
import { Dialog } from '../../shared/layout/dialog.tsx'
import { messageOf } from '../../shared/request-failed.ts'
import { COMMON } from '../../shared/texts.ts'
import { BRIEF } from '../texts.ts'
import type { TermChange } from './terms.ts'

interface BriefDialogProps {
  brief: Brief
  /** Corrects the Korean of a term and returns the changed brief. */
  correct(term: { english: string; korean: string }): Promise<Brief>
  onCorrected(brief: Brief): void
  /** Called with the replacements that the subtitle may also need. */
  onSaved(changes: TermChange[]): void
  onClose(): void
}

/** Shows the brief of the talk. Correcting a term here makes the model use it from then on. */
export function BriefDialog({ brief, correct, onCorrected, onSaved, onClose }: BriefDialogProps) {
  const [terms, setTerms] = useState(brief.terms)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const submit = async () => {
    setBusy(true)
    setError(undefined)
    const changes: TermChange[] = []
    try {
      for (const [i, { english, korean }] of terms.entries()) {
        const before = brief.terms[i]?.korean
        if (before === undefined || before === korean) continue
        onCorrected(await correct({ english, korean }))
        changes.push({ from: before, to: korean })
      }
      onSaved(changes)
    } catch (cause) {
      setError(messageOf(cause))
      setBusy(false)
    }
  }
  const setKorean = (at: number, korean: string) =>
    setTerms(before => before.map((term, i) => (i === at ? { ...term, korean } : term)))
  return (
    <Dialog title={BRIEF.title} onClose={onClose} busy={busy}>
      <form
        className="replace"
        onSubmit={event => {
          event.preventDefault()
          if (!busy) void submit()
        }}
      >
        <p className="small muted">{BRIEF.help}</p>
        <dl className="brief-facts" lang="en">
          {[[BRIEF.subject, brief.subject] as const, [BRIEF.tone, brief.tone] as const].map(
            ([name, text]) =>
              text !== '' && (
                <div key={name}>
                  <dt className="small muted" lang="ko">
                    {name}
                  </dt>
                  <dd>{text}</dd>
                </div>
              ),
          )}
        </dl>
        {terms.length > 0 && (
          <fieldset className="brief-terms">
            <legend>{BRIEF.terms}</legend>
            {terms.map(({ english, korean }, i) => (
              <label key={english}>
                <span lang="en">{english}</span>
                <input
                  value={korean}
                  maxLength={TERM_LENGTHS.korean}
                  onChange={event => setKorean(i, event.target.value)}
                />
              </label>
            ))}
          </fieldset>
        )}
        <p className="small" role="alert">
          {error}
        </p>
        <div className="dialog-actions">
          <Button onClick={onClose} disabled={busy}>
            {COMMON.close}
          </Button>
          {terms.length > 0 && (
            <Button type="submit" kind="primary" disabled={busy}>
              {BRIEF.save}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
