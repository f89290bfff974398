import { TextField } from '@aws-amplify/ui-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PAGES } from '../../../lambdas/contract/pages.ts'
import {
  LONGEST_PROOFREADER_NAME,
  MOST_PROOF_LINKS,
  type ProofLinkView,
  type ProofRight,
  proofRight,
} from '../../../lambdas/contract/proofreading.ts'
import { dateAndMinute, dateAndTime } from '../../../lambdas/contract/time.ts'
import { Button } from '../../shared/layout/button.tsx'
import { Select } from '../../shared/layout/choices.tsx'
import { Dialog } from '../../shared/layout/dialog.tsx'
import { FormDialog } from '../../shared/layout/form-dialog.tsx'
import { Awaited, Sentences } from '../../shared/layout/states.tsx'
import { KEYS } from '../../shared/queries.ts'
import { Refused } from '../../shared/request-failed.ts'
import { SecretDialog } from '../../shared/secret-dialog.tsx'
import { useServices } from '../../shared/services.ts'
import { COMMON } from '../../shared/texts.ts'
import { PROOF_LINKS } from './texts.ts'

interface LinksDialogProps {
  entryKey: string
  onClose(): void
}

/** The links of a subtitle for proofreaders: a list, a form for a new one, and a confirmation before one is revoked. */
export default function LinksDialog({ entryKey, onClose }: LinksDialogProps) {
  const { api } = useServices()
  const query = useQuery({
    queryKey: [...KEYS.proofLinks, entryKey],
    queryFn: ({ signal }) => api('listProofLinks', { parameters: { key: entryKey }, signal }),
  })
  const [creating, setCreating] = useState<boolean>()
  const [secret, setSecret] = useState<string>()
  const [revoking, setRevoking] = useState<ProofLinkView>()
  const links = query.data?.links ?? []
  if (secret !== undefined)
    return (
      <SecretDialog
        title={PROOF_LINKS.createdTitle}
        text={PROOF_LINKS.createdText}
        secrets={[{ value: `${location.origin}${PAGES.proof}#${secret}` }]}
        kept={COMMON.close}
        onClose={() => setSecret(undefined)}
      />
    )
  // Whoever has no link yet came for one.
  if (creating ?? (query.isSuccess && links.length === 0))
    return (
      <CreateDialog
        entryKey={entryKey}
        onCreated={created => {
          setCreating(false)
          setSecret(created)
        }}
        onClose={creating ? () => setCreating(false) : onClose}
      />
    )
  if (revoking)
    return (
      <FormDialog
        title={PROOF_LINKS.revokeTitle(revoking.name)}
        action={PROOF_LINKS.revoke}
        kind="danger"
        submit={async () => {
          await api('revokeProofLink', { parameters: { key: entryKey, id: revoking.id } })
          setCreating(false)
        }}
        onClose={() => setRevoking(undefined)}
      >
        <p>
          <Sentences text={PROOF_LINKS.revokeText} />
        </p>
      </FormDialog>
    )
  return (
    <Dialog title={PROOF_LINKS.title} onClose={onClose}>
      <p className="muted">{PROOF_LINKS.text}</p>
      <Awaited query={query} />
      {query.isSuccess && links.length === 0 && <p className="muted">{PROOF_LINKS.none}</p>}
      <ul className="rows">
        {links.map(link => (
          <li key={link.id}>
            <div>
              <strong>
                <bdi>{link.name}</bdi>
              </strong>
              <p className="muted small">{factsOf(link).join(' · ')}</p>
            </div>
            <Button
              size="small"
              kind="outline"
              className="removes"
              aria-label={PROOF_LINKS.revokeNamed(link.name)}
              onClick={() => setRevoking(link)}
            >
              {PROOF_LINKS.revoke}
            </Button>
          </li>
        ))}
      </ul>
      <div className="dialog-actions">
        <Button onClick={onClose}>{COMMON.close}</Button>
        <Button
          kind="primary"
          disabled={!query.isSuccess || links.length >= MOST_PROOF_LINKS}
          onClick={() => setCreating(true)}
        >
          {PROOF_LINKS.create}
        </Button>
      </div>
    </Dialog>
  )
}

function factsOf({ right, opens, mostOpens, usedAt, finishedAt, expiresAt }: ProofLinkView): string[] {
  return [
    PROOF_LINKS.rights[right],
    PROOF_LINKS.opened(opens, mostOpens),
    ...(finishedAt ? [PROOF_LINKS.finished(dateAndMinute(finishedAt))] : []),
    ...(usedAt ? [PROOF_LINKS.used(dateAndMinute(usedAt))] : []),
    PROOF_LINKS.until(dateAndTime(expiresAt).date),
  ]
}

const DAYS = ['1', '7', '30', '90'] as const
const OPENS = ['10', '50', '200'] as const

interface CreateDialogProps extends LinksDialogProps {
  onCreated(secret: string): void
}

function CreateDialog({ entryKey, onCreated, onClose }: CreateDialogProps) {
  const { api } = useServices()
  const [name, setName] = useState('')
  const [right, setRight] = useState<ProofRight>('edit')
  const [days, setDays] = useState<(typeof DAYS)[number]>('7')
  const [opens, setOpens] = useState<(typeof OPENS)[number]>('50')
  return (
    <FormDialog
      title={PROOF_LINKS.create}
      action={PROOF_LINKS.create}
      className="fields"
      submit={async () => {
        if (name.trim() === '') throw new Refused(PROOF_LINKS.noName)
        const body = { name, right, days: Number(days), opens: Number(opens) }
        onCreated((await api('createProofLink', { parameters: { key: entryKey }, body })).secret)
      }}
      onClose={onClose}
      // The dialog with the link has replaced this one.
      onDone={() => undefined}
    >
      <p className="muted">{PROOF_LINKS.text}</p>
      <TextField
        label={PROOF_LINKS.name}
        descriptiveText={PROOF_LINKS.nameHint}
        placeholder={PROOF_LINKS.nameExample}
        autoComplete="off"
        maxLength={LONGEST_PROOFREADER_NAME}
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <fieldset className="rights">
        <legend>{PROOF_LINKS.right}</legend>
        {proofRight.options.map(each => (
          <label key={each} className="check">
            <input type="radio" name="right" checked={right === each} onChange={() => setRight(each)} />
            {PROOF_LINKS.rightHints[each]}
          </label>
        ))}
      </fieldset>
      <div className="field-pair">
        <Select<(typeof DAYS)[number]>
          label={PROOF_LINKS.days}
          options={DAYS.map(each => [each, PROOF_LINKS.daysNames[each]] as const)}
          value={days}
          onChange={setDays}
        />
        <Select<(typeof OPENS)[number]>
          label={PROOF_LINKS.opens}
          options={OPENS.map(each => [each, PROOF_LINKS.opensNames[each]] as const)}
          value={opens}
          onChange={setOpens}
        />
      </div>
    </FormDialog>
  )
}
