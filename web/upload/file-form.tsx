import { type DragEvent, useId, useRef, useState } from 'react'
import { VIDEO_TYPE } from '../../lambdas/contract/limits.ts'
import type { Api } from '../shared/api.ts'
import { FileIcon } from '../shared/layout/icons.tsx'
import { messageOf } from '../shared/request-failed.ts'
import { useServices } from '../shared/services.ts'
import type { FileCandidate } from './candidate.tsx'
import { FileRefused } from './errors.ts'
import { loadProbe } from './media/load.ts'
import { UPLOAD } from './texts.ts'
import { isAwaited } from './transfer/awaited.ts'
import { computeFingerprint, findResume } from './transfer/resume.ts'

/** Accepts MP4 files, chosen or dropped, and says at once which cannot be submitted and why. */
export function FileForm({ onFiles }: { onFiles(files: readonly FileCandidate[], refused: readonly string[]): void }) {
  const { api } = useServices()
  const [over, setOver] = useState(false)
  const [reading, setReading] = useState(false)
  const [errors, setErrors] = useState<readonly string[]>([])
  const input = useRef<HTMLInputElement>(null)
  const help = useId()

  const take = async (files: readonly File[]) => {
    if (files.length === 0) return
    setErrors([])
    setReading(true)
    try {
      const { good, refused } = await readFiles(files)
      // If the popup opens for other files, it lists these.
      setErrors(good.length > 0 ? [] : refused)
      if (good.length > 0) onFiles(await Promise.all(good.map(file => withHold(api, file))), refused)
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
        <p className="drop-title">{reading ? UPLOAD.reading : UPLOAD.drop}</p>
        <p id={help} className="muted small">
          {UPLOAD.dropHelp}
        </p>
        <label className="button" data-kind="primary">
          {UPLOAD.choose}
          <input
            ref={input}
            className="visually-hidden"
            type="file"
            accept={VIDEO_TYPE}
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

/** Probes the chosen files; returns those that can be submitted, and a message about each of the others. */
async function readFiles(files: readonly File[]): Promise<{ good: FileCandidate[]; refused: string[] }> {
  const { probe } = await loadProbe()
  const good: FileCandidate[] = []
  const refused: string[] = []
  for (const file of files) {
    try {
      const { durationSeconds, soundBytes } = await probe(file)
      good.push({
        id: crypto.randomUUID(),
        name: file.name,
        file,
        fingerprint: computeFingerprint(file),
        durationSeconds,
        soundBytes,
        wholeBytes: file.size,
      })
    } catch (error) {
      const reason = error instanceof FileRefused ? error.message : messageOf(error)
      refused.push(files.length > 1 ? UPLOAD.refusedFile(file.name, reason) : reason)
    }
  }
  return { good, refused }
}

/** Marks the file of an unfinished upload that the server still awaits (or may await, if it cannot be reached). */
async function withHold(api: Api, file: FileCandidate): Promise<FileCandidate> {
  const record = findResume(file.fingerprint, Date.now())
  const isHeld = record !== undefined && (await isAwaited(api, record, Date.now()).catch(() => true))
  return isHeld ? { ...file, isHeld } : file
}
