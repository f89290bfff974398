import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ProofKind, type ProofWish, proofWish } from '../../../lambdas/contract/proof.ts'
import { paymentsQuery } from '../queries.ts'
import { Refused } from '../request-failed.ts'
import { useServices } from '../services.ts'
import { PROOF } from './texts.ts'

/** The fields of a proof as typed. */
export interface ProofDraft {
  kind: ProofKind
  number: string
  company: string
  email: string
}

const EMPTY: ProofDraft = { kind: 'cash_receipt', number: '', company: '', email: '' }

/** @throws Refused with the reason, if the fields cannot be sent. */
export function readProofDraft({ kind, number, company, email }: ProofDraft): ProofWish {
  const parsed = proofWish.safeParse({
    kind,
    number: number.replace(/\D/g, ''),
    company: company.trim() || undefined,
    email: kind === 'tax_invoice' ? email.trim() || undefined : undefined,
  })
  if (parsed.success) return parsed.data
  throw new Refused(parsed.error.issues.some(({ path }) => path[0] === 'email') ? PROOF.emailWrong : PROOF.numberWrong)
}

/** The fields of the form: absent until it is opened, then filled from the newest order with a proof. */
export function useProofDraft(): {
  draft: ProofDraft | undefined
  change(draft: ProofDraft): void
  open(isOpen: boolean): void
} {
  const { api } = useServices()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<ProofDraft>()
  const fill = async () => {
    const { orders } = await queries.fetchQuery(paymentsQuery(api))
    const last = orders.find(({ proof }) => proof?.number !== undefined)
    if (!last?.proof) return
    const { number = '', company = '', kind } = last.proof
    const known = { kind, number, company, email: last.proofEmail ?? '' }
    setDraft(now => (now === EMPTY ? known : now))
  }
  return {
    draft,
    change: setDraft,
    open(isOpen) {
      setDraft(isOpen ? EMPTY : undefined)
      // If the request fails, the fields stay empty.
      if (isOpen) fill().catch((error: unknown) => console.warn(error))
    },
  }
}
