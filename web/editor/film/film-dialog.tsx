import { useEffect, useState } from 'react'
import type { Cue, Profile } from '#subtitle-engine'
import { percent } from '../../shared/format.ts'
import { Button } from '../../shared/layout/button.tsx'
import { Check, Select } from '../../shared/layout/choices.tsx'
import { Dialog } from '../../shared/layout/dialog.tsx'
import { FileButton } from '../../shared/layout/files.tsx'
import { CheckIcon } from '../../shared/layout/icons.tsx'
import { Alert, Sentences } from '../../shared/layout/states.tsx'
import { FILMS, hasPrivateFolder } from '../../shared/personal-data.ts'
import { saveFile } from '../../shared/save-file.ts'
import { COMMON } from '../../shared/texts.ts'
import type { FilmFacts, FilmRefusal } from './film-facts.ts'
import { type FilmJob, filmJobs, useFilmJob } from './film-jobs.ts'
import { FilmPreview } from './film-preview.tsx'
import { Instead } from './instead.tsx'
import { DEFAULT_STYLE, type FilmStyle, isVertical, parseStyle } from './style.ts'
import { FILM } from './texts.ts'

export interface FilmDialogProps {
  entryKey: string
  /** The user's own file, if it is open. */
  file: File | undefined
  /** The current cues. */
  load(): { cues: readonly Cue[]; profile: Profile }
  durationMs: number
  onClose(): void
}

/** Makes a captioned film from the user's own file. */
export default function FilmDialog(props: FilmDialogProps) {
  const { entryKey, onClose } = props
  const [chosen, setChosen] = useState<File>()
  const file = chosen ?? props.file
  const job = useFilmJob(entryKey)
  const [refused, setRefused] = useState<File>()
  useEffect(() => () => filmJobs.rest(), [])
  const working = job && job.step !== 'failed' && job.step !== 'elsewhere' ? job : undefined
  const state = working ? (working.step === 'done' ? 'done' : 'making') : file && file === refused && 'refused'
  return (
    <Dialog title={state ? FILM.titles[state] : FILM.title} onClose={onClose}>
      {working ? (
        <Working {...props} job={working} />
      ) : file ? (
        <Choosing
          key={file.name + file.size}
          {...props}
          file={file}
          job={job}
          onRefused={setRefused}
          onFile={setChosen}
        />
      ) : (
        <>
          <p className="muted">
            <Sentences text={FILM.intro} />
          </p>
          <OpenFile reason={FILM.noFile} onFile={setChosen} onClose={onClose} />
        </>
      )}
    </Dialog>
  )
}

interface OpenFileProps {
  reason: string
  onFile(file: File | undefined): void
  onClose(): void
}

function OpenFile({ reason, onFile, onClose }: OpenFileProps) {
  return (
    <>
      <p className="note">
        <Sentences text={reason} />
      </p>
      <div className="dialog-actions">
        <Button onClick={onClose}>{COMMON.cancel}</Button>
        <FileButton kind="primary" accept="video/*" onFiles={([first]) => onFile(first)}>
          {FILM.openFile}
        </FileButton>
      </div>
    </>
  )
}

/** A film that is being made, or is finished and can be saved. */
function Working({ entryKey, job, onClose }: FilmDialogProps & { job: FilmJob }) {
  if (job.step === 'done')
    return (
      <>
        <p className="film-done" role="status">
          <CheckIcon />
          {FILM.fileName(job.name)}
        </p>
        <p className="muted small">{FILM.removeHelp}</p>
        <div className="dialog-actions">
          <Button kind="plain" className="removes" onClick={() => void filmJobs.forget(entryKey).then(onClose)}>
            {FILM.remove}
          </Button>
          <Button onClick={onClose}>{COMMON.close}</Button>
          <Button kind="primary" onClick={() => saveFile(job.film, FILM.fileName(job.name))}>
            {FILM.save}
          </Button>
        </div>
      </>
    )
  const share = job.step === 'making' ? job.share : 1
  return (
    <>
      <div className="film-progress">
        <progress max={1} value={share} aria-label={FILM.title} />
        <p className="numbers">
          {FILM.making(percent(Math.floor(share * 100) / 100))}
          {job.step === 'making' && job.secondsLeft !== undefined && ` · ${leftText(job.secondsLeft)}`}
        </p>
      </div>
      <p className="muted small">
        <Sentences text={FILM.stay} />
      </p>
      <div className="dialog-actions">
        <Button onClick={() => filmJobs.stop()}>{FILM.stop}</Button>
        <Button kind="primary" onClick={onClose}>
          {FILM.hide}
        </Button>
      </div>
    </>
  )
}

function leftText(seconds: number): string {
  return seconds < 60 ? FILM.soonDone : FILM.minutesLeft(Math.ceil(seconds / 60))
}

interface ChoosingProps extends FilmDialogProps {
  file: File
  job: FilmJob | undefined
  onRefused(file: File): void
  onFile(file: File | undefined): void
}

/** The style of the captions, or the reason why this browser cannot make the film. */
function Choosing({ file, job, onRefused, onFile, ...props }: ChoosingProps) {
  const { entryKey, load, durationMs, onClose } = props
  const name = file.name.replace(/\.\w{2,4}$/, '')
  const [{ cues, profile }] = useState(load)
  const facts = useFacts(entryKey, file, cues)
  const isRefused = typeof facts === 'string'
  useEffect(() => {
    if (isRefused) onRefused(file)
  }, [isRefused, file, onRefused])
  const unfinished = typeof facts === 'object' ? facts.unfinished : undefined
  const [chosen, setStyle] = useState<FilmStyle>()
  const style = chosen ?? parseStyle(unfinished?.look) ?? DEFAULT_STYLE
  if (facts === undefined) return <p role="status">{FILM.checking}</p>
  if (facts === 'NO_PICTURE') return <OpenFile reason={FILM.refusals[facts]} onFile={onFile} onClose={onClose} />
  if (typeof facts === 'string')
    return <Instead {...{ reason: FILM.refusals[facts], name, file, cues, profile, onClose }} />
  const { shape, codec } = facts
  const isResumed = unfinished !== undefined && unfinished.look === JSON.stringify(style)
  const change = (part: Partial<FilmStyle>) => setStyle({ ...style, ...part })
  const make = () => void filmJobs.make({ key: entryKey, file, name, cues, profile, style, durationMs })
  return (
    <>
      {!job && (
        <p className="muted">
          <Sentences text={FILM.intro} />
        </p>
      )}
      <FilmPreview {...{ file, cues, profile, style, shape }} />
      <div className="film-style field-pair">
        <Choice label={FILM.size} texts={FILM.sizes} value={style.size} onChange={size => change({ size })} />
        <Choice label={FILM.place} texts={FILM.places} value={style.place} onChange={place => change({ place })} />
        <Choice label={FILM.back} texts={FILM.backs} value={style.back} onChange={back => change({ back })} />
        <Choice label={FILM.weight} texts={FILM.weights} value={style.weight} onChange={weight => change({ weight })} />
      </div>
      {isVertical({ width: shape.shownWidth, height: shape.shownHeight }) && (
        <Check checked={style.isSafe} onChange={isSafe => change({ isSafe })}>
          {FILM.safe}
        </Check>
      )}
      {codec !== 'avc' && (
        <p className="muted small">
          <Sentences text={FILM.codec(CODEC_NAMES[codec] ?? codec)} />
        </p>
      )}
      <Alert>
        {job?.step === 'failed' && (job.isFull ? FILM.full : FILM.failed)}
        {job?.step === 'elsewhere' && FILM.elsewhere}
      </Alert>
      <div className="dialog-actions">
        <Button onClick={onClose}>{COMMON.cancel}</Button>
        <Button kind="primary" disabled={filmJobs.isBusy()} onClick={make}>
          {filmJobs.isBusy() ? FILM.busy : isResumed ? FILM.resume(percent(unfinished.share)) : FILM.make}
        </Button>
      </div>
    </>
  )
}

const CODEC_NAMES: Partial<Record<FilmFacts['codec'], string>> = { hevc: 'H.265', vp9: 'VP9', av1: 'AV1' }

function useFacts(key: string, file: File, cues: readonly Cue[]): FilmFacts | FilmRefusal | undefined {
  const [facts, setFacts] = useState<FilmFacts | FilmRefusal>()
  useEffect(() => {
    let isGone = false
    const check = async () => {
      return (await hasPrivateFolder(FILMS)) ? filmJobs.call(work => work.check({ key, file, cues })) : 'NO_STORE'
    }
    check()
      .catch((error: unknown) => {
        console.warn(error)
        return 'UNREADABLE' as const
      })
      .then(found => {
        if (!isGone) setFacts(found)
      }, reportError)
    return () => {
      isGone = true
    }
  }, [key, file, cues])
  return facts
}

interface ChoiceProps<Value extends string> {
  label: string
  texts: Readonly<Record<Value, string>>
  value: Value
  onChange(value: Value): void
}

function Choice<Value extends string>({ label, texts, value, onChange }: ChoiceProps<Value>) {
  return <Select label={label} options={entriesOf(texts)} value={value} onChange={onChange} />
}

function entriesOf<Value extends string>(texts: Readonly<Record<Value, string>>): [Value, string][] {
  const found: [Value, string][] = []
  for (const value in texts) found.push([value, texts[value]])
  return found
}
