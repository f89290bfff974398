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
import { Select } from '../layout/choices.tsx'
import { FormDialog } from '../layout/form-dialog.tsx'
import { showToast } from '../layout/toasts.tsx'
import { saveFile } from '../save-file.ts'
import { loadZip, saveZip } from '../zip/zip-button.tsx'
import { EXPORT, FORMATS } from './texts.ts'

export interface ExportDialogProps {
  formats: readonly ExportFormat[]
  /** Several subtitles are saved as one ZIP file. */
  load(): Promise<readonly ExportSource[]> | readonly ExportSource[]
  onClose(): void
}

const FREE = [['', EXPORT.free]] as const
const RATES = FRAME_RATE_NAMES.map(
  name => [name, name === '29.97 drop' ? EXPORT.drop : name === '29.97' ? EXPORT.nonDrop : name] as const,
)
/** Maximum characters missing in an encoding that are named. */
const MOST_NAMED = 10

/** Saves a subtitle in a format and at a frame rate that the user chooses. */
export default function ExportDialog({ formats, load, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>(formats[0] ?? 'srt')
  const [chosen, setChosen] = useState<FrameRateName>()
  const { needsFrames = false, isCp949 = false, extension } = EXPORT_FORMATS[format]
  const rate = chosen ?? (needsFrames ? DEFAULT_FRAME_RATE : undefined)
  const submit = async () => {
    const absent = new Set<string>()
    const files = (await load()).map(source => {
      const text = exportSubtitle(format, source, rate)
      const { bytes, missing } = isCp949 ? encodeSami(text) : { bytes: text, missing: [] }
      for (const letter of missing) absent.add(letter)
      return { filename: `${source.name}.${extension}`, content: bytes }
    })
    const [first, ...others] = files
    if (!first) return
    if (others.length === 0) saveFile(new Blob([first.content], { type: 'text/plain' }), first.filename)
    else saveZip((await loadZip()).zipSubtitles(files))
    if (absent.size > 0) showToast({ kind: 'done', text: EXPORT.missing([...absent].slice(0, MOST_NAMED).join(' ')) })
  }
  return (
    <FormDialog
      title={EXPORT.title}
      action={EXPORT.download}
      acting={EXPORT.preparing}
      submit={submit}
      onClose={onClose}
    >
      <Select<ExportFormat>
        label={EXPORT.format}
        options={formats.map(each => [each, FORMATS[each]] as const)}
        value={format}
        onChange={setFormat}
      />
      <Select
        label={EXPORT.frameRate}
        hint={EXPORT.frameRateHint}
        options={[...(needsFrames ? [] : FREE), ...RATES]}
        value={rate ?? ''}
        onChange={name => setChosen(name || undefined)}
      />
    </FormDialog>
  )
}
