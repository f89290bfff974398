import type { Receipt } from '../../lambdas/contract/order.ts'
import { isPaidByBank } from '../../lambdas/contract/tax-document.ts'
import { pieces, won } from '../shared/format.ts'
import { Badge, type BadgeKind } from '../shared/layout/badge.tsx'
import { Button } from '../shared/layout/button.tsx'
import { FormDialog } from '../shared/layout/form-dialog.tsx'
import { showToast } from '../shared/layout/toasts.tsx'
import { useServices } from '../shared/services.ts'
import { readTaxDocumentDraft, useTaxDocumentDraft } from '../shared/tax-document/tax-document-draft.ts'
import { TaxDocumentFields } from '../shared/tax-document/tax-document-fields.tsx'
import { TAX_DOCUMENT, taxDocumentText } from '../shared/tax-document/texts.ts'
import { PRICE } from '../shared/texts.ts'
import { ACCOUNT } from './texts.ts'

type TaxDocumentView = NonNullable<Receipt['taxDocument']>

const BADGES: Record<TaxDocumentView['status'], BadgeKind> = {
  requested: 'waiting',
  sent: 'waiting',
  issued: 'good',
  refused: 'bad',
  canceled: 'ended',
  covered: 'good',
}

/** The state of a tax document, and below it the reason of a refusal, or where an invoice is. */
function TaxDocumentState({ document, email }: { document: TaxDocumentView; email: string | undefined }) {
  const { kind, status, reason } = document
  return (
    <span className="tax-document-state">
      <Badge kind={BADGES[status]}>{taxDocumentText(document)}</Badge>
      {status === 'refused' && reason && <span className="muted small">{reason}</span>}
      {status === 'issued' && kind === 'tax_invoice' && (
        <span className="muted small">{TAX_DOCUMENT.sentTo(email)}</span>
      )}
    </span>
  )
}

/** The tax document of an order: its state, a link to it, and a form for a bank payment that has none. */
export function OrderTaxDocument({ order }: { order: Receipt }) {
  const { taxDocument, taxDocumentEmail, status } = order
  const fields = useTaxDocumentDraft()
  const request = taxDocument ? TAX_DOCUMENT.requestAgain : TAX_DOCUMENT.request
  const mayAsk = isPaidByBank(order) && (status === 'paid' || status === 'waiting')
  return (
    <>
      {taxDocument && <TaxDocumentState document={taxDocument} email={taxDocumentEmail} />}
      {taxDocument?.url && (
        <a className="receipt-link" href={taxDocument.url} target="_blank" rel="noreferrer">
          {ACCOUNT.cashReceipt}
        </a>
      )}
      {mayAsk && (!taxDocument || taxDocument.status === 'refused') && (
        <Button
          kind="outline"
          size="small"
          aria-label={TAX_DOCUMENT.requestOf(PRICE.tokens(pieces(order.tokens)), request)}
          onClick={() => fields.open(true)}
        >
          {request}
        </Button>
      )}
      {fields.draft && <TaxDocumentDialog order={order} fields={fields} />}
    </>
  )
}

function TaxDocumentDialog({ order, fields }: { order: Receipt; fields: ReturnType<typeof useTaxDocumentDraft> }) {
  const { api } = useServices()
  const { draft, change, open } = fields
  const { orderId, tokens, amount } = order
  const { status, number, reason } = order.taxDocument ?? {}
  const refusal = status === 'refused' && number && reason ? { number, reason } : undefined
  return (
    <FormDialog
      title={TAX_DOCUMENT.request}
      action={TAX_DOCUMENT.request}
      submit={async () => {
        if (!draft) return
        await api('requestTaxDocument', { parameters: { orderId }, body: readTaxDocumentDraft(draft) })
        showToast({ kind: 'done', text: TAX_DOCUMENT.requested })
      }}
      onClose={() => open(false)}
    >
      <p className="muted">{TAX_DOCUMENT.of(PRICE.tokens(pieces(tokens)), won(amount))}</p>
      {draft && <TaxDocumentFields draft={draft} refusal={refusal} onChange={change} />}
    </FormDialog>
  )
}
