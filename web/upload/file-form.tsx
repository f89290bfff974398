import { type DragEvent, useId, useRef, useState } from 'react'
import { MAX_OPEN_SUBMISSIONS, VIDEO_TYPE } from '../../lambdas/contract/limits.ts'
import { FileIcon } from '../shared/layout/icons.tsx'
import { messageOf } from '../shared/request-failed.ts'
import { useServices } from '../shared/services.ts'
import { SUBTITLE_ACCEPT } from '../shared/subtitle-names.ts'
import { buildCandidate, type Candidate } from './candidates.ts'
import { readFiles } from './read-files.ts'
import { UPLOAD } from './texts.ts'

const TEXTS = {
  video: {
    drop: UPLOAD.drop,
    pick: UPLOAD.pick,
    help: UPLOAD.dropHelp,
    choose: UPLOAD.choose,
    accept: `${VIDEO_TYPE},${SUBTITLE_ACCEPT}`,
  },
  subtitle: {
    drop: UPLOAD.dropSubtitle,
    pick: UPLOAD.pickSubtitle,
    help: UPLOAD.subtitleHelp,
    choose: UPLOAD.chooseSubtitle,
    accept: SUBTITLE_ACCEPT,
  },
} as const

interface FileFormProps {
  /** What the form asks for. It accepts files of both kinds, because users drop them together. */
  kind: 'video' | 'subtitle'
  onChosen(candidate: Candidate): void
}

/** Accepts MP4 files and English subtitles, chosen or dropped, and says at once which cannot be submitted and why. */
export function FileForm({ kind, onChosen }: FileFormProps) {
  const { api } = useServices()
  const [over, setOver] = useState(false)
  const [reading, setReading] = useState(false)
  const [errors, setErrors] = useState<readonly string[]>([])
  const input = useRef<HTMLInputElement>(null)
  const help = useId()

  const take = async (files: readonly File[]) => {
    if (files.length === 0) return
    if (files.length > MAX_OPEN_SUBMISSIONS) return setErrors([UPLOAD.tooMany(MAX_OPEN_SUBMISSIONS)])
    setErrors([])
    setReading(true)
    try {
      const { good, refused } = await readFiles(api, files)
      // If the popup opens for other files, it lists these.
      setErrors(good.length > 0 ? [] : refused)
      if (good.length > 0) onChosen(buildCandidate(good, refused))
    } catch (error) {
      console.error(error)
      setErrors([messageOf(error)])
    } finally {
      setReading(false)
      if (input.current) input.current.value = ''
    }
  }
  const onDrag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setOver(isOver)
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a drop target; keyboards use the button inside. */}
      <div
        className="drop-zone"
        data-over={over || undefined}
        onDragEnter={event => onDrag(event, true)}
        onDragOver={event => onDrag(event, true)}
        onDragLeave={event => onDrag(event, false)}
        onDrop={event => {
          onDrag(event, false)
          void take([...event.dataTransfer.files])
        }}
      >
        <FileIcon />
        <p className="drop-title">
          {reading ? (
            UPLOAD.reading
          ) : (
            <>
              <span className="for-mouse">{TEXTS[kind].drop}</span>
              <span className="for-touch">{TEXTS[kind].pick}</span>
            </>
          )}
        </p>
        <p id={help} className="muted small">
          {TEXTS[kind].help}
        </p>
        <label className="button" data-kind="primary">
          {TEXTS[kind].choose}
          <input
            ref={input}
            className="visually-hidden"
            type="file"
            accept={TEXTS[kind].accept}
            multiple
            disabled={reading}
            aria-describedby={help}
            onChange={event => void take([...(event.target.files ?? [])])}
          />
        </label>
      </div>
      <div role="alert">
        {errors.map(error => (
          <p key={error} className="form-error">
            {error}
          </p>
        ))}
      </div>
    </>
  )
}
