import { useEffect, useState } from 'react'
import { MAX_OPEN_SUBMISSIONS, VIDEO_TYPE } from '../../lambdas/contract/limits.ts'
import { Reason } from '../shared/entry/failure.tsx'
import { DropZone } from '../shared/layout/files.tsx'
import { canPickFiles, noteDropped, pickFiles } from '../shared/own-video/handles.ts'
import { messageOf } from '../shared/request-failed.ts'
import { useServices } from '../shared/services.ts'
import { SUBTITLE_ACCEPT } from '../shared/subtitle-names.ts'
import { useStable } from '../shared/use-stable.ts'
import type { Candidate } from './candidates.ts'
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

const SUBTITLES = { 'text/plain': SUBTITLE_ACCEPT.split(',') }
/** The same for browsers that provide handles, with which the editor can reopen the file. */
const PICKED = { video: { [VIDEO_TYPE]: ['.mp4'], ...SUBTITLES }, subtitle: SUBTITLES }

/** Handles a click on a button for files: opens the browser's picker that provides handles, where there is one. */
export function openPicker(kind: keyof typeof PICKED, take: (files: readonly File[]) => unknown) {
  return (event: { preventDefault(): void }) => {
    if (!canPickFiles()) return
    event.preventDefault()
    void pickFiles(PICKED[kind], true).then(files => (files.length > 0 ? take(files) : undefined))
  }
}

interface FileFormProps {
  /** Files chosen elsewhere on the screen, to read at once. */
  startWith?: readonly File[] | undefined
  /** What the form asks for. It accepts files of both kinds, because users drop them together. */
  kind: 'video' | 'subtitle'
  onChosen(candidate: Candidate): void
  /** Whether it takes files dropped on the page. */
  takesDrops: boolean
  /** Called when it starts to read files, which may be dropped while the other form is shown. */
  onReading(): void
}

/** Accepts MP4 files and English subtitles, chosen or dropped, and says at once which cannot be submitted and why. */
export function FileForm({ kind, startWith, onChosen, takesDrops, onReading }: FileFormProps) {
  const { api } = useServices()
  const [reading, setReading] = useState(false)
  const [errors, setErrors] = useState<readonly string[]>([])

  const take = async (files: readonly File[]) => {
    onReading()
    if (files.length > MAX_OPEN_SUBMISSIONS) return setErrors([UPLOAD.tooMany(MAX_OPEN_SUBMISSIONS)])
    setErrors([])
    setReading(true)
    try {
      const candidate = await readFiles(api, files)
      // If the popup opens for other files, it lists these.
      if (candidate.items.length > 0) onChosen(candidate)
      else setErrors(candidate.refused)
    } catch (error) {
      console.error(error)
      setErrors([messageOf(error)])
    } finally {
      setReading(false)
    }
  }

  const read = useStable((files: readonly File[]) => void take(files))
  useEffect(() => {
    if (startWith) read(startWith)
  }, [startWith, read])

  return (
    <>
      <DropZone
        {...TEXTS[kind]}
        reading={reading && UPLOAD.reading}
        multiple
        takesDrops={takesDrops}
        onClick={openPicker(kind, take)}
        onFiles={(files, transfer) => {
          if (transfer) noteDropped(transfer)
          void take(files)
        }}
      />
      <div className="file-errors" role="alert">
        {errors.map(error => {
          const [first = '', reason] = error.split('\n')
          return (
            <div key={error} className="note" data-kind="problem">
              {reason !== undefined && <strong>{first} </strong>}
              <p>
                <Reason text={reason ?? first} />
              </p>
            </div>
          )
        })}
      </div>
    </>
  )
}
