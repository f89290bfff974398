import { useState } from 'react'
import {
  DEFAULT_FRAME_RATE,
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportSource,
  encodeSami,
  exportSubtitle,
  FRAME_RATE_NAMES,
  type FrameRateName,
} from '#subtitle-engine/export'
import { FormDialog } from '../layout/form-dialog.tsx'
import { showToast } from '../layout/toasts.tsx'
import { saveFile } from '../save-file.ts'
import { EXPORT, FORMATS } from './texts.ts'

export interface ExportDialogProps {
  formats: readonly ExportFormat[]
  load(): ExportSource | Promise<ExportSource>
  onClose(): void
}

const FREE = ''
/** So many characters that an encoding lacks are named. */
const MOST_NAMED = 10

/** Saves a subtitle in a format and at a frame rate that the user chooses. */
export default function ExportDialog({ formats, load, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>(formats[0] ?? 'srt')
  const [chosen, setChosen] = useState<FrameRateName>()
  const { needsFrames = false, isCp949 = false, extension } = EXPORT_FORMATS[format]
  const rate = chosen ?? (needsFrames ? DEFAULT_FRAME_RATE : undefined)
  const submit = async () => {
    const source = await load()
    const text = exportSubtitle(format, source, rate)
    const { bytes, missing } = isCp949 ? encodeSami(text) : { bytes: text, missing: [] }
    saveFile(new Blob([bytes], { type: 'text/plain' }), `${source.name}.${extension}`)
    if (missing.length > 0) showToast({ kind: 'done', text: EXPORT.missing(missing.slice(0, MOST_NAMED).join(' ')) })
  }
  return (
    <FormDialog
      title={EXPORT.title}
      action={EXPORT.download}
      acting={EXPORT.preparing}
      submit={submit}
      onClose={onClose}
    >
      <div className="profile">
        <label htmlFor="export-format">{EXPORT.format}</label>
        <select
          id="export-format"
          value={format}
          onChange={event => setFormat(formats.find(each => each === event.target.value) ?? format)}
        >
          {formats.map(each => (
            <option key={each} value={each}>
              {FORMATS[each]}
            </option>
          ))}
        </select>
      </div>
      <div className="profile">
        <label htmlFor="export-rate">{EXPORT.frameRate}</label>
        <select
          id="export-rate"
          aria-describedby="export-rate-hint"
          value={rate ?? FREE}
          onChange={event => setChosen(FRAME_RATE_NAMES.find(name => name === event.target.value))}
        >
          {!needsFrames && <option value={FREE}>{EXPORT.free}</option>}
          {FRAME_RATE_NAMES.map(name => (
            <option key={name} value={name}>
              {name === '29.97 drop' ? EXPORT.drop : name === '29.97' ? EXPORT.nonDrop : name}
            </option>
          ))}
        </select>
        <p id="export-rate-hint" className="muted small">
          {EXPORT.frameRateHint}
        </p>
      </div>
    </FormDialog>
  )
}
