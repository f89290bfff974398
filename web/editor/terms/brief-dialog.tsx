import { useRef, useState } from 'react'
import type { Brief } from '../../../lambdas/contract/brief.ts'
import { TERM_LENGTHS } from '../../../lambdas/contract/glossary.ts'
import { FormDialog } from '../../shared/layout/form-dialog.tsx'
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
  const changes = useRef<TermChange[]>([])
  const submit = async () => {
    for (const [i, { english, korean }] of terms.entries()) {
      const before = brief.terms[i]?.korean
      if (before === undefined || before === korean) continue
      onCorrected(await correct({ english, korean }))
      changes.current.push({ from: before, to: korean })
    }
  }
  const setKorean = (at: number, korean: string) =>
    setTerms(before => before.map((term, i) => (i === at ? { ...term, korean } : term)))
  return (
    <FormDialog
      title={BRIEF.title}
      action={terms.length > 0 ? BRIEF.save : undefined}
      cancel={COMMON.close}
      className="replace"
      submit={submit}
      onClose={onClose}
      onDone={() => onSaved(changes.current)}
    >
      <p className="small muted">{BRIEF.help}</p>
      <dl className="stack">
        {remarksOf(brief).map(
          ([name, text, lang]) =>
            text !== '' && (
              <div key={name}>
                <dt>{name}</dt>
                <dd lang={lang}>{text}</dd>
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
    </FormDialog>
  )
}

/** What the talk is about, in the English that the translators read if the brief has no Korean of it. */
function remarksOf({ about, subject, tone }: Brief) {
  if (about !== undefined) return [[BRIEF.about, about, 'ko'] as const]
  return [[BRIEF.subject, subject, 'en'] as const, [BRIEF.tone, tone, 'en'] as const]
}
