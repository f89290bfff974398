import { TextField } from '@aws-amplify/ui-react'
import { proofKind } from '../../../lambdas/contract/proof.ts'
import { Select } from '../layout/choices.tsx'
import type { ProofDraft } from './proof-draft.ts'
import { PROOF } from './texts.ts'

const KINDS = proofKind.options.map(kind => [kind, PROOF.kinds[kind]] as const)

/** Fields for the proof of a bank payment: its kind, the business number, and what the buyer may add. */
export function ProofFields({ draft, onChange }: { draft: ProofDraft; onChange(draft: ProofDraft): void }) {
  const { kind, number, company, email } = draft
  const change = (changes: Partial<ProofDraft>) => onChange({ ...draft, ...changes })
  return (
    <div className="proof-fields">
      <Select
        label={PROOF.kind}
        hint={PROOF.kindHints[kind]}
        options={KINDS}
        value={kind}
        onChange={chosen => change({ kind: chosen })}
      />
      <TextField
        label={PROOF.number}
        placeholder={PROOF.numberExample}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={number}
        onChange={event => change({ number: event.target.value })}
      />
      <TextField
        label={PROOF.company}
        autoComplete="organization"
        maxLength={100}
        value={company}
        onChange={event => change({ company: event.target.value })}
      />
      {kind === 'tax_invoice' && (
        <TextField
          label={PROOF.email}
          type="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          onChange={event => change({ email: event.target.value })}
        />
      )}
      <p className="muted small">{PROOF.kept}</p>
    </div>
  )
}
