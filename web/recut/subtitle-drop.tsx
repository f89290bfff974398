import { type DragEvent, useId, useState } from 'react'
import { FileIcon } from '../shared/layout/icons.tsx'
import { SUBTITLE_ACCEPT } from '../shared/subtitle-names.ts'
import { RECUT } from './texts.ts'

/** Accepts a subtitle file, chosen or dropped. */
export function SubtitleDrop({ onFile }: { onFile(file: File): void }) {
  const [over, setOver] = useState(false)
  const help = useId()
  const onDrag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setOver(isOver)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target; keyboards use the button inside.
    <div
      className="drop-zone"
      data-over={over || undefined}
      onDragEnter={event => onDrag(event, true)}
      onDragOver={event => onDrag(event, true)}
      onDragLeave={event => onDrag(event, false)}
      onDrop={event => {
        onDrag(event, false)
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
    >
      <FileIcon />
      <p className="drop-title">{RECUT.drop}</p>
      <p id={help} className="muted small">
        {RECUT.dropHelp}
      </p>
      <label className="button" data-kind="primary">
        {RECUT.choose}
        <input
          className="visually-hidden"
          type="file"
          accept={SUBTITLE_ACCEPT}
          aria-describedby={help}
          onChange={event => {
            const [file] = event.target.files ?? []
            // Allows choosing the same file again.
            event.target.value = ''
            if (file) onFile(file)
          }}
        />
      </label>
    </div>
  )
}
