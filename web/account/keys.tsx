import { TextField } from '@aws-amplify/ui-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type ApiKeyView, type KeyScope, keyScope, MOST_KEYS } from '../../lambdas/contract/api-key.ts'
import { dateAndMinute, dateAndTime } from '../../lambdas/contract/time.ts'
import { WEBHOOK_PAUSES_MS, webhookUrl } from '../../lambdas/contract/webhook.ts'
import { count } from '../shared/format.ts'
import { Badge } from '../shared/layout/badge.tsx'
import { Button } from '../shared/layout/button.tsx'
import { Check, Select } from '../shared/layout/choices.tsx'
import { Dialog } from '../shared/layout/dialog.tsx'
import { Facts } from '../shared/layout/facts.tsx'
import { FormDialog } from '../shared/layout/form-dialog.tsx'
import { Alert, Awaited, Sentences } from '../shared/layout/states.tsx'
import { deliveriesQuery, keysQuery } from '../shared/queries.ts'
import { Refused } from '../shared/request-failed.ts'
import { SecretDialog } from '../shared/secret-dialog.tsx'
import { useServices } from '../shared/services.ts'
import { useAction } from '../shared/use-action.ts'
import { Setting } from './setting.tsx'
import { API_KEYS } from './texts.ts'

/** The user's API keys: a list, a form for a new one, and a confirmation before one is revoked. */
export default function ApiKeys() {
  const { api } = useServices()
  const query = useQuery(keysQuery(api))
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKeyView>()
  const [secrets, setSecrets] = useState<readonly string[]>()
  const [listing, setListing] = useState<ApiKeyView>()
  const keys = query.data?.keys ?? []
  return (
    <Setting
      title={API_KEYS.title}
      titleId="keys-title"
      text={
        <>
          {API_KEYS.text} <Link to="/help#programs">{API_KEYS.reference}</Link>
        </>
      }
      action={
        <Button
          kind="outline"
          disabled={!query.isSuccess || keys.length >= MOST_KEYS}
          onClick={() => setCreating(true)}
        >
          {API_KEYS.create}
        </Button>
      }
    >
      <Awaited query={query} />
      {keys.length > 0 && (
        <ul className="rows" aria-labelledby="keys-title">
          {keys.map(key => (
            <li key={key.id}>
              <Key apiKey={key} onList={() => setListing(key)} onRevoke={() => setRevoking(key)} />
            </li>
          ))}
        </ul>
      )}
      {creating && <CreateDialog onCreated={setSecrets} onClose={() => setCreating(false)} />}
      {secrets && (
        <SecretDialog
          title={API_KEYS.secretTitle}
          text={API_KEYS.secretText}
          secrets={secrets.map((value, i) =>
            i === 0
              ? { value, label: API_KEYS.title, use: <KeyUse /> }
              : { value, label: API_KEYS.webhookSecret, use: API_KEYS.webhookSecretUse },
          )}
          kept={API_KEYS.kept}
          onClose={() => setSecrets(undefined)}
        />
      )}
      {listing && <DeliveriesDialog apiKey={listing} onClose={() => setListing(undefined)} />}
      {revoking && <RevokeDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </Setting>
  )
}

/** In another tab, because the key is lost with its dialog. */
function KeyUse() {
  return (
    <>
      {API_KEYS.secretUse}{' '}
      <a href="/help#programs" target="_blank" rel="noreferrer">
        {API_KEYS.reference}
      </a>
    </>
  )
}

const day = (iso: string) => dateAndTime(iso).date

interface KeyProps {
  apiKey: ApiKeyView
  onList(): void
  onRevoke(): void
}

function Key({ apiKey, onList, onRevoke }: KeyProps) {
  const { name, scopes, monthlyTokens, spentTokens, usedAt, createdAt, expiresAt, webhookUrl } = apiKey
  const facts = [
    monthlyTokens === undefined
      ? API_KEYS.spent(count(spentTokens))
      : API_KEYS.spentOf(count(spentTokens), count(monthlyTokens)),
    usedAt === undefined ? API_KEYS.unused : API_KEYS.used(dateAndMinute(usedAt)),
    expiresAt === undefined ? API_KEYS.created(day(createdAt)) : API_KEYS.expires(day(expiresAt)),
  ]
  return (
    <>
      <div>
        <strong>{name}</strong>
        <p className="muted small">{scopes.map(scope => API_KEYS.scopes[scope]).join(', ')}</p>
        <p className="muted small">
          <Facts facts={facts} />
        </p>
      </div>
      {webhookUrl !== undefined && (
        <Button kind="outline" size="small" aria-label={API_KEYS.deliveriesOf(name)} onClick={onList}>
          {API_KEYS.deliveries}
        </Button>
      )}
      <Button
        kind="outline"
        size="small"
        className="removes"
        aria-label={API_KEYS.revokeNamed(name)}
        onClick={onRevoke}
      >
        {API_KEYS.revoke}
      </Button>
    </>
  )
}

const DAYS = ['90', '365', 'never'] as const

function CreateDialog({ onCreated, onClose }: { onCreated(secrets: readonly string[]): void; onClose: () => void }) {
  const { api } = useServices()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly KeyScope[]>(keyScope.options)
  const [limit, setLimit] = useState('')
  const [webhook, setWebhook] = useState('')
  const [days, setDays] = useState<(typeof DAYS)[number]>('90')
  return (
    <FormDialog
      title={API_KEYS.create}
      action={API_KEYS.create}
      className="fields"
      submit={async () => {
        if (name.trim() === '') throw new Refused(API_KEYS.noName)
        if (scopes.length === 0) throw new Refused(API_KEYS.noScope)
        if (webhook !== '' && !webhookUrl.safeParse(webhook).success) throw new Refused(API_KEYS.noWebhook)
        if (!/^\d{0,6}$/.test(limit)) throw new Refused(API_KEYS.noLimit)
        const body = {
          name,
          scopes: [...scopes],
          ...(limit !== '' && { monthlyTokens: Number(limit) }),
          ...(days !== 'never' && { days: Number(days) }),
          ...(webhook !== '' && { webhookUrl: webhook }),
        }
        const { secret, webhookSecret } = await api('createKey', { body })
        onCreated([secret, ...(webhookSecret === undefined ? [] : [webhookSecret])])
      }}
      onClose={onClose}
    >
      <TextField
        label={API_KEYS.name}
        placeholder={API_KEYS.nameExample}
        autoComplete="off"
        maxLength={60}
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <fieldset>
        <legend>{API_KEYS.scope}</legend>
        {keyScope.options.map(scope => (
          <Check
            key={scope}
            checked={scopes.includes(scope)}
            onChange={isOn => setScopes(isOn ? [...scopes, scope] : scopes.filter(each => each !== scope))}
          >
            {API_KEYS.scopeHints[scope]}
          </Check>
        ))}
      </fieldset>
      <TextField
        label={API_KEYS.limit}
        descriptiveText={<Sentences text={API_KEYS.limitHint} />}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={limit}
        onChange={event => setLimit(event.target.value.trim())}
      />
      <Select<(typeof DAYS)[number]>
        label={API_KEYS.days}
        options={DAYS.map(each => [each, API_KEYS.daysNames[each]] as const)}
        value={days}
        onChange={setDays}
      />
      <TextField
        label={API_KEYS.webhook}
        descriptiveText={<Sentences text={API_KEYS.webhookHint} />}
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        maxLength={2048}
        value={webhook}
        onChange={event => setWebhook(event.target.value.trim())}
      />
    </FormDialog>
  )
}

const STATUS_KINDS = { owed: 'waiting', delivered: 'good', failed: 'bad' } as const

/** Deliveries to the key's webhook, each with a button to send it again. */
function DeliveriesDialog({ apiKey, onClose }: { apiKey: ApiKeyView; onClose: () => void }) {
  const { id, name, webhookUrl = '' } = apiKey
  const { api } = useServices()
  const query = useQuery(deliveriesQuery(api, id))
  const [asked, setAsked] = useState<readonly string[]>([])
  const { run, busy, error } = useAction(async (key: string) => {
    await api('sendWebhookAgain', { parameters: { id, key } })
    setAsked([...asked, key])
    await query.refetch()
  })
  return (
    <Dialog title={API_KEYS.deliveriesOf(name)} onClose={onClose} actions={null}>
      <p className="muted">{API_KEYS.deliveriesTo(webhookUrl)}</p>
      <p className="muted">{API_KEYS.deliveriesText(WEBHOOK_PAUSES_MS.length + 1)}</p>
      <Awaited query={query} />
      {query.data?.deliveries.length === 0 && <p className="muted">{API_KEYS.noDeliveries}</p>}
      <ul className="rows deliveries">
        {query.data?.deliveries.map(({ id: key, name: video, status, at, attempts, httpStatus }) => (
          <li key={key}>
            <div>
              <strong>{video}</strong>
              <p>
                <Badge kind={STATUS_KINDS[status]}>{API_KEYS.deliveryStatuses[status]}</Badge>
              </p>
              <p className="muted small">{API_KEYS.lastAttempt(attempts, httpStatus, dateAndMinute(at))}</p>
              {status === 'owed' && !asked.includes(key) && (
                <p className="muted small">{API_KEYS.nextAttempt(nextAttempt(at, attempts))}</p>
              )}
            </div>
            <Button kind="outline" size="small" disabled={busy || asked.includes(key)} onClick={() => run(key)}>
              {asked.includes(key) ? API_KEYS.sendsSoon : status === 'owed' ? API_KEYS.sendNow : API_KEYS.sendAgain}
            </Button>
          </li>
        ))}
      </ul>
      <Alert>{error}</Alert>
    </Dialog>
  )
}

/** The moment of the next attempt to send a notice, whose attempt number `attempts` failed at `at`. */
const nextAttempt = (at: string, attempts: number): string =>
  dateAndMinute(new Date(Date.parse(at) + (WEBHOOK_PAUSES_MS[attempts - 1] ?? 0)).toISOString())

function RevokeDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKeyView; onClose: () => void }) {
  const { api } = useServices()
  return (
    <FormDialog
      title={API_KEYS.revokeTitle(name)}
      action={API_KEYS.revoke}
      kind="danger"
      submit={() => api('revokeKey', { parameters: { id } })}
      onClose={onClose}
    >
      <p>{API_KEYS.revokeText}</p>
    </FormDialog>
  )
}
