import { TextField } from '@aws-amplify/ui-react'
import { useEffect, useRef } from 'react'
import { taxDocumentKind, writeBusinessNumber } from '../../../lambdas/contract/tax-document.ts'
import { Select } from '../layout/choices.tsx'
import { Sentences } from '../layout/states.tsx'
import type { TaxDocumentDraft } from './tax-document-draft.ts'
import { TAX_DOCUMENT } from './texts.ts'

const KINDS = taxDocumentKind.options.map(kind => [kind, TAX_DOCUMENT.kinds[kind]] as const)

/** Fields for the tax document of a bank payment: its kind, the business number, and what the buyer may add. */
export function TaxDocumentFields({
  draft,
  refusal,
  onChange,
}: {
  draft: TaxDocumentDraft
  /** Why this number was refused before. */
  refusal?: { number: string; reason: string } | undefined
  onChange(draft: TaxDocumentDraft): void
}) {
  const { kind, number, company, email } = draft
  const change = (changes: Partial<TaxDocumentDraft>) => onChange({ ...draft, ...changes })
  const isRefused = refusal !== undefined && refusal.number === number.replace(/\D/g, '')
  const field = useRef<HTMLInputElement>(null)
  // The dialog focuses its first field before the refused number is filled in.
  useEffect(() => {
    if (isRefused) field.current?.focus()
  }, [isRefused])
  return (
    <div className="tax-document-fields">
      <Select
        label={TAX_DOCUMENT.kind}
        hint={TAX_DOCUMENT.kindHints[kind]}
        options={KINDS}
        value={kind}
        onChange={chosen => change({ kind: chosen })}
      />
      <TextField
        ref={field}
        label={TAX_DOCUMENT.number}
        placeholder={TAX_DOCUMENT.numberExample}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        hasError={isRefused}
        errorMessage={refusal?.reason}
        value={/^\d{10}$/.test(number) ? writeBusinessNumber(number) : number}
        onChange={event => change({ number: event.target.value })}
      />
      <TextField
        label={TAX_DOCUMENT.company}
        autoComplete="organization"
        maxLength={100}
        value={company}
        onChange={event => change({ company: event.target.value })}
      />
      {kind === 'tax_invoice' && (
        <TextField
          label={TAX_DOCUMENT.email}
          descriptiveText={TAX_DOCUMENT.emailHint}
          type="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          onChange={event => change({ email: event.target.value })}
        />
      )}
      <p className="muted small">
        <Sentences text={TAX_DOCUMENT.kept + (kind === 'tax_invoice' ? TAX_DOCUMENT.emailKept : '')} />
      </p>
    </div>
  )
}
