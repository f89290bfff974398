import { TextField } from '@aws-amplify/ui-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { SeriesView } from '../../../lambdas/contract/group.ts'
import { LONGEST_NAME } from '../../../lambdas/contract/title.ts'
import { pieces } from '../../shared/format.ts'
import { ProfileChoice, RegisterChoice } from '../../shared/layout/choices.tsx'
import { Facts } from '../../shared/layout/facts.tsx'
import { FormDialog } from '../../shared/layout/form-dialog.tsx'
import { Sentences } from '../../shared/layout/states.tsx'
import { announce } from '../../shared/layout/toasts.tsx'
import { PROFILES, REGISTERS } from '../../shared/member-texts.ts'
import { glossaryQuery } from '../../shared/queries.ts'
import { Refused } from '../../shared/request-failed.ts'
import { useConfig, useServices } from '../../shared/services.ts'
import { ARCHIVE } from '../texts.ts'
import { GROUP } from './texts.ts'

/** The options for the next videos of a series, and its glossary. */
export default function SeriesOptions({ series }: { series: SeriesView }) {
  const { api } = useServices()
  const { registers } = useConfig()
  const { data: glossary } = useQuery(glossaryQuery(api, series.id))
  const [dialog, setDialog] = useState<'settings' | 'remove'>()
  const closeDialog = () => setDialog(undefined)
  const options = [
    registers.length > 1 && REGISTERS[series.register].name,
    GROUP.profileOf(PROFILES[series.profile].name),
  ]
  return (
    <>
      <div className="series-options small">
        <Facts facts={options} />
        <Link className="link-button" to={`/user/terms?series=${series.id}`}>
          {GROUP.glossary(pieces(glossary?.terms.length ?? 0))}
        </Link>
        <button type="button" className="link-button" onClick={() => setDialog('settings')}>
          {GROUP.change}
        </button>
        <button type="button" className="link-button" onClick={() => setDialog('remove')}>
          {GROUP.remove}
        </button>
      </div>
      {dialog === 'settings' && <SettingsDialog series={series} onClose={closeDialog} />}
      {dialog === 'remove' && <RemoveDialog series={series} onClose={closeDialog} />}
    </>
  )
}

interface SeriesDialogProps {
  series: SeriesView
  onClose(): void
}

function SettingsDialog({ series: { id, ...before }, onClose }: SeriesDialogProps) {
  const { api } = useServices()
  const { registers } = useConfig()
  const [settings, setSettings] = useState(before)
  return (
    <FormDialog
      title={GROUP.settings}
      className="fields"
      action={GROUP.save}
      submit={async () => {
        if (settings.name.trim() === '') throw new Refused(ARCHIVE.nameEmpty)
        await api('changeSeries', { parameters: { id }, body: settings })
        announce(GROUP.saved)
      }}
      onClose={onClose}
    >
      {error => (
        <>
          <TextField
            label={GROUP.name}
            autoComplete="off"
            maxLength={LONGEST_NAME}
            value={settings.name}
            hasError={error !== undefined}
            onChange={event => setSettings({ ...settings, name: event.target.value })}
          />
          {registers.length > 1 && (
            <RegisterChoice
              label={GROUP.register}
              registers={registers}
              value={settings.register}
              onChange={register => setSettings({ ...settings, register })}
            />
          )}
          <ProfileChoice
            label={GROUP.profile}
            value={settings.profile}
            onChange={profile => setSettings({ ...settings, profile })}
          />
          <p className="muted small">
            <Sentences text={GROUP.settingsHelp} />
          </p>
        </>
      )}
    </FormDialog>
  )
}

function RemoveDialog({ series: { id, name }, onClose }: SeriesDialogProps) {
  const { api } = useServices()
  const navigate = useNavigate()
  return (
    <FormDialog
      title={GROUP.remove}
      action={GROUP.remove}
      kind="danger"
      submit={() => api('removeSeries', { parameters: { id } })}
      onDone={() => {
        announce(GROUP.removed)
        navigate('/user')
      }}
      onClose={onClose}
    >
      <p>
        <Sentences text={GROUP.removeText(name)} />
      </p>
    </FormDialog>
  )
}
