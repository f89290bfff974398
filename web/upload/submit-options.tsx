import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { type Register, register } from '../../lambdas/contract/archive-entry.ts'
import type { SeriesView } from '../../lambdas/contract/group.ts'
import { pieces, unbroken } from '../shared/format.ts'
import { Check, ProfileChoice, RegisterChoice } from '../shared/layout/choices.tsx'
import { Sentences } from '../shared/layout/states.tsx'
import { PROFILES, REGISTERS } from '../shared/member-texts.ts'
import { canPickFiles } from '../shared/own-video/handles.ts'
import { hasPrivateFolder, OWN_VIDEOS, PERSONAL_KEYS } from '../shared/personal-data.ts'
import { glossaryQuery } from '../shared/queries.ts'
import { useConfig, useServices } from '../shared/services.ts'
import { type Candidate, filesOf, takesScript } from './candidates.ts'
import { type Choices, usesCaptions } from './choices.ts'
import { ScriptFields } from './script-fields.tsx'
import { CONFIRM } from './texts.ts'

/**
 * The options of the series that the video joins. Without one, the register chosen last if the translator offers it,
 * else the first one (존댓말), and everything else at its default.
 */
export function initialChoices(offered: readonly Register[], series?: SeriesView): Choices {
  const stored = series?.register ?? register.safeParse(localStorage.getItem(PERSONAL_KEYS.register)).data
  const chosen = stored && offered.includes(stored) ? stored : (offered[0] ?? 'polite')
  const keeps = localStorage.getItem(PERSONAL_KEYS.keepsVideos) !== 'no'
  const texts = { script: '', notes: '' }
  const profile = series?.profile ?? 'standard'
  return { register: chosen, profile, captions: true, glossary: true, series: false, keeps, ...texts }
}

interface SubmitOptionsProps {
  candidate: Candidate
  /** The series that the video joins. */
  series: SeriesView | undefined
  /** True if confirming only resumes uploads, whose options are settled. */
  isResumed: boolean
  value: Choices
  onChange(value: Choices): void
}

/** The options of a submission on one line, with a button that opens their fields. */
export function SubmitOptions({ candidate, series, isResumed, value, onChange }: SubmitOptionsProps) {
  const { registers } = useConfig()
  const terms = useGlossarySize()
  const canKeep = useCanKeep()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  if (isResumed) return null
  const isYoutube = candidate.items.some(({ kind }) => kind === 'youtube')
  const hasVideo = filesOf(candidate).some(({ trackId, choices }) => trackId !== undefined || choices !== undefined)
  const summary = [
    registers.length > 1 && REGISTERS[value.register].name,
    CONFIRM.profileOf(PROFILES[value.profile].name),
    isYoutube && (usesCaptions(value) ? CONFIRM.withCaptions : CONFIRM.withoutCaptions),
    value.script.trim() !== '' && CONFIRM.withScript,
    terms > 0 && (value.glossary ? CONFIRM.withGlossary : CONFIRM.withoutGlossary),
    hasVideo && (value.keeps && canKeep ? CONFIRM.withVideo : CONFIRM.withoutVideo),
  ].filter(part => part !== false)
  // On a phone, a line ends between two options and never inside one, nor with a dot.
  return (
    <div>
      <div className="options-line">
        <div>
          <p className="muted small">{CONFIRM.options}</p>
          <p>{summary.map(unbroken).join(', ')}</p>
        </div>
        <button
          type="button"
          className="link-button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? CONFIRM.fold : CONFIRM.change}
        </button>
      </div>
      {isOpen && (
        <div id={id} className="options-fields">
          {registers.length > 1 && (
            <RegisterChoice
              label={CONFIRM.register}
              registers={registers}
              value={value.register}
              onChange={register => {
                onChange({ ...value, register })
                // The register of a series is not remembered for other videos.
                if (!series) localStorage.setItem(PERSONAL_KEYS.register, register)
              }}
            />
          )}
          {/* Not remembered, because it depends on the video. */}
          <ProfileChoice
            label={CONFIRM.profile}
            value={value.profile}
            onChange={profile => onChange({ ...value, profile })}
          />
          {takesScript(candidate) && (
            <ScriptFields value={value} onChange={change => onChange({ ...value, ...change })} />
          )}
          <div>
            {isYoutube && value.script.trim() === '' && (
              <Check checked={value.captions} onChange={captions => onChange({ ...value, captions })}>
                {CONFIRM.captions}
              </Check>
            )}
            {terms > 0 && (
              <Check checked={value.glossary} onChange={glossary => onChange({ ...value, glossary })}>
                {CONFIRM.glossary(pieces(terms))}
              </Check>
            )}
            {hasVideo && !canKeep && <p className="muted small">{CONFIRM.cannotKeepVideo}</p>}
            {hasVideo && canKeep && (
              <Check
                checked={value.keeps}
                onChange={keeps => {
                  onChange({ ...value, keeps })
                  localStorage.setItem(PERSONAL_KEYS.keepsVideos, keeps ? 'yes' : 'no')
                }}
              >
                <span>
                  {CONFIRM.keepVideo}
                  <br />
                  <span className="muted small">
                    <Sentences text={CONFIRM.keepVideoHelp} />
                  </span>
                </span>
              </Check>
            )}
          </div>
        </div>
      )}
    </div>
  )
}

/** Whether the browser can remember a video, by its handle or as a copy; true until that is known. */
function useCanKeep(): boolean {
  const [canKeep, setCanKeep] = useState(true)
  useEffect(() => {
    if (!canPickFiles()) void hasPrivateFolder(OWN_VIDEOS).then(setCanKeep)
  }, [])
  return canKeep
}

/** Number of terms in the user's glossary; 0 until it is loaded. */
function useGlossarySize(): number {
  const { api } = useServices()
  const { data } = useQuery(glossaryQuery(api))
  return data?.terms.length ?? 0
}
