import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Register, register, type SubtitleProfile, subtitleProfile } from '../../lambdas/contract/archive-entry.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { pieces } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { Dialog } from '../shared/layout/dialog.tsx'
import { PROFILES, REGISTERS } from '../shared/member-texts.ts'
import { PERSONAL_KEYS } from '../shared/personal-data.ts'
import { KEYS, useMe } from '../shared/queries.ts'
import { useConfig, useServices } from '../shared/services.ts'
import { COMMON } from '../shared/texts.ts'
import { AlreadyThere } from './already-there.tsx'
import { type Candidate, CandidateFacts, isOnlyHeld, sumHeldTokens, sumTokens } from './candidate.tsx'
import { CONFIRM } from './texts.ts'
import { useBuyFirst, useSubmit } from './use-submit.ts'

interface ConfirmDialogProps {
  candidate: Candidate
  /** Called when the user removes a file from the list; `undefined` when none is left. */
  onChange(candidate: Candidate | undefined): void
  onClose(): void
  /** Called with the entry of a submitted link, or without one once files are in the list of uploads. */
  onSubmitted(entry?: EntryView): void
}

/** The specification's popup: shows what is sent, its length and its cost. Nothing is sent before the user confirms. */
export function ConfirmDialog({ candidate, onChange, onClose, onSubmitted }: ConfirmDialogProps) {
  const { registers } = useConfig()
  const { data: me } = useMe()
  const [register, setRegister] = useState(() => readRegister(registers))
  const [profile, setProfile] = useState<SubtitleProfile>('standard')
  const [captions, setCaptions] = useState(true)
  const [glossary, setGlossary] = useState(true)
  const { submit, submitting, error } = useSubmit(onSubmitted)
  const buyFirst = useBuyFirst()
  const tokens = sumTokens(candidate)
  const held = sumHeldTokens(candidate)
  const isResumed = isOnlyHeld(candidate)
  const isShort = me !== undefined && me.token < tokens
  const busy = submitting || buyFirst.keeping

  return (
    <Dialog title={CONFIRM.title} onClose={onClose} busy={busy}>
      {candidate.kind === 'files' && candidate.restored && <p className="dialog-note">{CONFIRM.restored}</p>}
      {candidate.kind === 'files' && candidate.refused.length > 0 && (
        <div className="dialog-note" role="alert">
          {candidate.refused.map(sentence => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      <CandidateFacts candidate={candidate} onChange={onChange} />
      {held > 0 && <p className="dialog-note">{CONFIRM.unfinished}</p>}
      <AlreadyThere candidate={candidate} />
      <dl className="facts totals">
        {held > 0 && (
          <>
            <dt>{CONFIRM.held}</dt>
            <dd>{pieces(held)}</dd>
          </>
        )}
        {!isResumed && (
          <>
            <dt>{CONFIRM.needed}</dt>
            <dd>
              {pieces(tokens)}
              {isShort && (
                <strong className="short">
                  {' '}
                  {CONFIRM.insufficient} {CONFIRM.more(pieces(tokens - me.token))}
                </strong>
              )}
            </dd>
          </>
        )}
        {me && !isShort && !isResumed && (
          <>
            <dt>{CONFIRM.balanceAfter}</dt>
            <dd>{pieces(me.token - tokens)}</dd>
          </>
        )}
      </dl>
      <RegisterChoice
        registers={isResumed ? [] : registers}
        value={register}
        onChange={value => {
          setRegister(value)
          saveRegister(value)
        }}
      />
      {!isResumed && <ProfileChoice value={profile} onChange={setProfile} />}
      {candidate.kind === 'youtube' && (
        <label className="check">
          <input type="checkbox" checked={captions} onChange={event => setCaptions(event.target.checked)} />
          {CONFIRM.captions}
        </label>
      )}
      {!isResumed && <GlossaryChoice value={glossary} onChange={setGlossary} />}
      <p className="form-error" role="alert">
        {error ?? buyFirst.error}
      </p>
      <div className="dialog-actions">
        <Button onClick={onClose} disabled={busy}>
          {COMMON.cancel}
        </Button>
        {isShort ? (
          <Button kind="primary" disabled={busy} onClick={() => buyFirst.buy(candidate, tokens - me.token)}>
            {buyFirst.keeping ? CONFIRM.keeping : CONFIRM.buy}
          </Button>
        ) : (
          <Button
            kind="primary"
            disabled={busy || !me}
            onClick={() => submit(candidate, { register, profile, captions, glossary })}
          >
            {submitting ? CONFIRM.submitting : isResumed ? CONFIRM.resume : confirmText(tokens)}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function confirmText(tokens: number): string {
  return tokens === 0 ? CONFIRM.submitFree : CONFIRM.submit(pieces(tokens))
}

interface RegisterChoiceProps {
  /** Registers that the deployment's translator offers. */
  registers: readonly Register[]
  value: Register
  onChange(register: Register): void
}

/** Chooses 존댓말 or 반말, each with an example. Renders nothing if the translator offers no choice. */
function RegisterChoice({ registers, value, onChange }: RegisterChoiceProps) {
  if (registers.length < 2) return null
  return (
    <fieldset className="registers">
      <legend>{CONFIRM.register}</legend>
      {registers.map(register => (
        <label key={register} className="register">
          <input
            type="radio"
            name="register"
            value={register}
            checked={register === value}
            onChange={() => onChange(register)}
          />
          <span>{REGISTERS[register].name}</span>
          <span className="muted small">{REGISTERS[register].example}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface ProfileChoiceProps {
  value: SubtitleProfile
  onChange(profile: SubtitleProfile): void
}

/** Chooses the audience. Not remembered, because it depends on the video. */
function ProfileChoice({ value, onChange }: ProfileChoiceProps) {
  return (
    <div className="profile">
      <label htmlFor="profile">{CONFIRM.profile}</label>
      <select
        id="profile"
        aria-describedby="profile-hint"
        value={value}
        onChange={event => onChange(subtitleProfile.parse(event.target.value))}
      >
        {subtitleProfile.options.map(profile => (
          <option key={profile} value={profile}>
            {PROFILES[profile].name}
          </option>
        ))}
      </select>
      <p id="profile-hint" className="muted small">
        {PROFILES[value].hint}
      </p>
    </div>
  )
}

interface GlossaryChoiceProps {
  value: boolean
  onChange(isUsed: boolean): void
}

/** Chooses whether the user's glossary applies. Renders nothing if it is empty. */
function GlossaryChoice({ value, onChange }: GlossaryChoiceProps) {
  const { api } = useServices()
  const { data } = useQuery({ queryKey: KEYS.glossary, queryFn: ({ signal }) => api('readGlossary', { signal }) })
  if (!data || data.terms.length === 0) return null
  return (
    <label className="check">
      <input type="checkbox" checked={value} onChange={event => onChange(event.target.checked)} />
      {CONFIRM.glossary(pieces(data.terms.length))}
    </label>
  )
}

/** The register chosen last if the translator offers it, else the first one (존댓말). */
function readRegister(offered: readonly Register[]): Register {
  const stored = register.safeParse(localStorage.getItem(PERSONAL_KEYS.register)).data
  return stored && offered.includes(stored) ? stored : (offered[0] ?? 'polite')
}

function saveRegister(chosen: Register): void {
  localStorage.setItem(PERSONAL_KEYS.register, chosen)
}
