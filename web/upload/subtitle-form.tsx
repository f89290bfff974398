import { type DragEvent, useId, useRef, useState } from 'react'
import { FileIcon } from '../shared/layout/icons.tsx'
import { loadPart } from '../shared/load-part.ts'
import { messageOf } from '../shared/request-failed.ts'
import type { SubtitleCandidate } from './read-subtitle.ts'
import { UPLOAD } from './texts.ts'

/** The engine is loaded on first use. */
const loadReader = loadPart(() => import('./read-subtitle.ts'))

/** Accepts one English SRT or WebVTT file and says at once why it cannot be submitted. */
export function SubtitleForm({ onSubtitle }: { onSubtitle(subtitle: SubtitleCandidate): void }) {
  const [over, setOver] = useState(false)
  const [reading, setReading] = useState(false)
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const help = useId()

  const take = async (file: File | undefined) => {
    if (!file) return
    setError(undefined)
    setReading(true)
    try {
      const { readSubtitleFile } = await loadReader()
      onSubtitle(await readSubtitleFile(file))
    } catch (failure) {
      console.error(failure)
      const isRefused = failure instanceof Error && failure.name === 'SubtitleRefused'
      setError(isRefused ? failure.message : messageOf(failure))
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
          void take(event.dataTransfer.files[0])
        }}
      >
        <FileIcon />
        <p className="drop-title">{reading ? UPLOAD.reading : UPLOAD.dropSubtitle}</p>
        <p id={help} className="muted small">
          {UPLOAD.subtitleHelp}
        </p>
        <label className="button" data-kind="primary">
          {UPLOAD.chooseSubtitle}
          <input
            ref={input}
            className="visually-hidden"
            type="file"
            accept=".srt,.vtt"
            disabled={reading}
            aria-describedby={help}
            onChange={event => void take(event.target.files?.[0])}
          />
        </label>
      </div>
      <p className="form-error" role="alert">
        {error}
      </p>
    </>
  )
}
