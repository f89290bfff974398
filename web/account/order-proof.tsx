import type { Receipt } from '../../lambdas/contract/order.ts'
import { isPaidByBank } from '../../lambdas/contract/proof.ts'
import { pieces } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { FormDialog } from '../shared/layout/form-dialog.tsx'
import { showToast } from '../shared/layout/toasts.tsx'
import { readProofDraft, useProofDraft } from '../shared/proof/proof-draft.ts'
import { ProofFields } from '../shared/proof/proof-fields.tsx'
import { PROOF, proofText } from '../shared/proof/texts.ts'
import { useServices } from '../shared/services.ts'
import { PRICE } from '../shared/texts.ts'
import { ACCOUNT } from './texts.ts'

/** The proof of an order: its state, a link to it, and a form for a bank payment that has none. */
export function OrderProof({ order }: { order: Receipt }) {
  const { proof, status } = order
  const fields = useProofDraft()
  const mayAsk = isPaidByBank(order) && (status === 'paid' || status === 'waiting')
  return (
    <>
      {proof && <span className="proof-note muted small">{proofText(proof)}</span>}
      {proof?.url && (
        <a className="receipt-link" href={proof.url} target="_blank" rel="noreferrer">
          {ACCOUNT.cashReceipt}
        </a>
      )}
      {mayAsk && (!proof || proof.status === 'refused') && (
        <Button
          kind="outline"
          size="small"
          aria-label={PROOF.requestOf(PRICE.tokens(pieces(order.tokens)))}
          onClick={() => fields.open(true)}
        >
          {PROOF.request}
        </Button>
      )}
      {fields.draft && <ProofDialog orderId={order.orderId} fields={fields} />}
    </>
  )
}

function ProofDialog({ orderId, fields }: { orderId: string; fields: ReturnType<typeof useProofDraft> }) {
  const { api } = useServices()
  const { draft, change, open } = fields
  return (
    <FormDialog
      title={PROOF.request}
      action={PROOF.request}
      submit={async () => {
        if (!draft) return
        await api('requestProof', { parameters: { orderId }, body: readProofDraft(draft) })
        showToast({ kind: 'done', text: PROOF.requested })
      }}
      onClose={() => open(false)}
    >
      {draft && <ProofFields draft={draft} onChange={change} />}
    </FormDialog>
  )
}
