import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type TaxDocumentKind, type TaxDocumentWish, taxDocumentWish } from '../../../lambdas/contract/tax-document.ts'
import { paymentsQuery } from '../queries.ts'
import { Refused } from '../request-failed.ts'
import { useServices } from '../services.ts'
import { TAX_DOCUMENT } from './texts.ts'

/** The fields of a tax document as typed. */
export interface TaxDocumentDraft {
  kind: TaxDocumentKind
  number: string
  company: string
  email: string
}

const EMPTY: TaxDocumentDraft = { kind: 'cash_receipt', number: '', company: '', email: '' }

/** @throws Refused with the reason, if the fields cannot be sent. */
export function readTaxDocumentDraft({ kind, number, company, email }: TaxDocumentDraft): TaxDocumentWish {
  const parsed = taxDocumentWish.safeParse({
    kind,
    number: number.replace(/\D/g, ''),
    company: company.trim() || undefined,
    email: kind === 'tax_invoice' ? email.trim() || undefined : undefined,
  })
  if (parsed.success) return parsed.data
  throw new Refused(
    parsed.error.issues.some(({ path }) => path[0] === 'email') ? TAX_DOCUMENT.emailWrong : TAX_DOCUMENT.numberWrong,
  )
}

/** The fields of the form: absent until it is opened, then filled from the newest order with a tax document. */
export function useTaxDocumentDraft(): {
  draft: TaxDocumentDraft | undefined
  change(draft: TaxDocumentDraft): void
  open(isOpen: boolean): void
} {
  const { api } = useServices()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<TaxDocumentDraft>()
  const fill = async () => {
    const { orders } = await queries.fetchQuery(paymentsQuery(api))
    const last = orders.find(({ taxDocument }) => taxDocument?.number !== undefined)
    if (!last?.taxDocument) return
    const { number = '', company = '', kind } = last.taxDocument
    const known = { kind, number, company, email: last.taxDocumentEmail ?? '' }
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
