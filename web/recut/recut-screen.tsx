import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { detectRegister, endingLevel, formatSrt, formatVtt, PROFILES as RULES_OF } from '#subtitle-engine'
import { buildDraft, buildProject } from '#subtitle-engine/edit'
import { type Recut, recutCues } from '#subtitle-engine/recut'
import { type SubtitleProfile, subtitleProfile } from '../../lambdas/contract/archive-entry.ts'
import { PAGES } from '../../lambdas/contract/pages.ts'
import ExportDialog from '../shared/export/export-dialog.tsx'
import { EXPORT, LOCAL_FORMATS } from '../shared/export/texts.ts'
import { count } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { DropZone } from '../shared/layout/files.tsx'
import { Page } from '../shared/layout/page.tsx'
import { showToast } from '../shared/layout/toasts.tsx'
import { storeLocalSubtitle } from '../shared/local-subtitle.ts'
import { PROFILES } from '../shared/member-texts.ts'
import { SubtitleNotes } from '../shared/reading/subtitle-notes.tsx'
import { messageOf } from '../shared/request-failed.ts'
import { saveFile } from '../shared/save-file.ts'
import { SUBTITLE_ACCEPT } from '../shared/subtitle-names.ts'
import { compare } from './compare.ts'
import { ComparisonView } from './comparison.tsx'
import { FileRefused, type OldSubtitle, readFile } from './read-file.ts'
import { RECUT } from './texts.ts'

/** Recuts a Korean subtitle. Everything happens in this browser: no request contains its text. */
export default function RecutScreen() {
  const [old, setOld] = useState<OldSubtitle>()
  const [error, setError] = useState<string>()
  const [profile, setProfile] = useState<SubtitleProfile>('standard')
  const read = async (file: File) => {
    setError(undefined)
    try {
      setOld(await readFile(file))
    } catch (failure) {
      setOld(undefined)
      if (failure instanceof FileRefused) return setError(failure.message)
      console.error(failure)
      setError(messageOf(failure))
    }
  }
  return (
    <Page title={RECUT.title} intro={RECUT.intro}>
      <section className="card recut-card">
        <DropZone
          drop={RECUT.drop}
          help={RECUT.dropHelp}
          choose={RECUT.choose}
          accept={SUBTITLE_ACCEPT}
          onFiles={([file]) => file && void read(file)}
        />
        <p className="muted small recut-privacy">{RECUT.privacy}</p>
        <p className="form-error" role="alert">
          {error}
        </p>
      </section>
      {old && (
        <>
          <ProfileChoice value={profile} onChange={setProfile} />
          <Result old={old} profile={profile} />
        </>
      )}
    </Page>
  )
}

interface ProfileChoiceProps {
  value: SubtitleProfile
  onChange(profile: SubtitleProfile): void
}

function ProfileChoice({ value, onChange }: ProfileChoiceProps) {
  return (
    <div className="profile">
      <label htmlFor="profile">{RECUT.profile}</label>
      <select
        id="profile"
        aria-describedby="profile-hint"
        value={value}
        onChange={event => onChange(subtitleProfile.parse(event.target.value))}
      >
        {subtitleProfile.options.map(each => (
          <option key={each} value={each}>
            {PROFILES[each].name}
          </option>
        ))}
      </select>
      <p id="profile-hint" className="muted small">
        {PROFILES[value].hint}
      </p>
    </div>
  )
}

function Result({ old, profile }: { old: OldSubtitle; profile: SubtitleProfile }) {
  const navigate = useNavigate()
  const recut = useMemo(() => measured(() => recutCues(old.cues, RULES_OF[profile])), [old, profile])
  const comparison = useMemo(() => compare(recut, RULES_OF[profile]), [recut, profile])
  const [exporting, setExporting] = useState(false)
  const guessed = recut.after.filter(cue => cue.guessed).length
  const save = (extension: 'srt' | 'vtt') => {
    const text = extension === 'srt' ? formatSrt(recut.after) : formatVtt(recut.after, RULES_OF[profile])
    saveFile(new Blob([text], { type: 'text/plain' }), RECUT.fileName(old.name, extension))
  }
  const open = async () => {
    try {
      await storeLocalSubtitle({ name: old.name, profile, ...buildLocalProject(recut) })
      await navigate(PAGES.recutEditor)
    } catch (failure) {
      console.error(failure)
      showToast({ kind: 'error', text: RECUT.openFailed })
    }
  }
  return (
    <section className="recut-result" aria-label={RECUT.after}>
      <div className="recut-actions">
        <Button kind="primary" onClick={() => save('srt')}>
          {RECUT.download('SRT')}
        </Button>
        <Button kind="outline" onClick={() => save('vtt')}>
          {RECUT.download('VTT')}
        </Button>
        <Button kind="outline" onClick={() => setExporting(true)}>
          {EXPORT.title}
        </Button>
        <Button kind="outline" aria-describedby="open-help" onClick={() => void open()}>
          {RECUT.open}
        </Button>
      </div>
      {exporting && (
        <ExportDialog
          formats={LOCAL_FORMATS}
          load={() => ({ ...recut, name: old.name, cues: recut.after, profile: RULES_OF[profile] })}
          onClose={() => setExporting(false)}
        />
      )}
      <p id="open-help" className="muted small">
        {RECUT.openHelp}
      </p>
      {old.notes.length > 0 && (
        <div className="notice">
          <SubtitleNotes notes={old.notes} />
        </div>
      )}
      {guessed > 0 && <p className="muted small">{RECUT.guessedNote(count(guessed))}</p>}
      <ComparisonView key={old.name} comparison={comparison} />
    </section>
  )
}

/** Records the duration as a performance measure of the browser. */
function measured<Value>(work: () => Value): Value {
  const start = performance.now()
  const value = work()
  performance.measure('recut', { start })
  return value
}

/**
 * Builds the draft for the editor. A sentence in another register than the rest keeps its own, so that it is not
 * flagged.
 */
function buildLocalProject({ sentences }: Recut) {
  const { counts } = detectRegister(sentences.map(({ text }) => text).join('\n'))
  const register = counts.banmal > counts.haeyo + counts.hapnida ? 'banmal' : 'polite'
  const draft = buildDraft(
    sentences.map(sentence => ({ sentence, korean: sentence.text, problems: [] })),
    { durationMs: 0, register },
  )
  const own = draft.sentences.map(sentence => {
    const level = endingLevel(sentence.korean)
    const isOther = level !== undefined && (level === 'banmal') !== (register === 'banmal')
    return isOther ? { ...sentence, register: level } : sentence
  })
  return { register, machine: buildProject({ ...draft, sentences: own }) } as const
}
