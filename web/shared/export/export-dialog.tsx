import { useState } from 'react'
import {
  DEFAULT_FRAME_RATE,
  EXPORT_FORMATS,
  type ExportSource,
  encodeSami,
  exportSubtitle,
  FRAME_RATE_NAMES,
  type FrameRateName,
} from '#subtitle-engine/export'
import { Check, Select } from '../layout/choices.tsx'
import { FormDialog } from '../layout/form-dialog.tsx'
import { showToast } from '../layout/toasts.tsx'
import { loadPart } from '../load-part.ts'
import { saveFile } from '../save-file.ts'
import { loadZip, saveZip } from '../zip/zip-button.tsx'
import { EXPORT, EXPORT_GROUPS, type ExportChoice, FORMATS } from './texts.ts'

export interface ExportDialogProps {
  formats: readonly ExportChoice[]
  /** Several files are saved as one ZIP file. */
  load(): Promise<readonly ExportSource[]> | readonly ExportSource[]
  onClose(): void
}

const FREE = [['', EXPORT.free]] as const
const RATES = FRAME_RATE_NAMES.map(
  name => [name, name === '29.97 drop' ? EXPORT.drop : name === '29.97' ? EXPORT.nonDrop : name] as const,
)
/** Maximum characters missing in an encoding that are named. */
const MOST_NAMED = 10

const needFrameRate = (formats: readonly ExportChoice[]): boolean =>
  formats.some(format => format !== 'docx' && EXPORT_FORMATS[format].needsFrames === true)

const loadDocx = loadPart(() => import('./transcript-docx.ts'))

/** A file's content, and the characters that its encoding cannot represent. */
async function write(format: ExportChoice, source: ExportSource, rate: FrameRateName | undefined) {
  if (format === 'docx') {
    const { transcriptDocx } = await loadDocx()
    return { content: await transcriptDocx(source), extension: 'docx', missing: [] }
  }
  const { isCp949 = false, extension } = EXPORT_FORMATS[format]
  const text = exportSubtitle(format, source, rate)
  if (!isCp949) return { content: text, extension, missing: [] }
  const { bytes, missing } = encodeSami(text)
  return { content: bytes, extension, missing }
}

/** Saves subtitles in the formats and at the frame rate that the user chooses. */
export default function ExportDialog({ formats, load, onClose }: ExportDialogProps) {
  const [wanted, setWanted] = useState<readonly ExportChoice[]>([])
  const [chosen, setChosen] = useState<FrameRateName>()
  const needsFrames = needFrameRate(wanted)
  const rate = chosen ?? (needsFrames ? DEFAULT_FRAME_RATE : undefined)
  const submit = async () => {
    const absent = new Set<string>()
    const files: { filename: string; content: string | Uint8Array<ArrayBuffer> }[] = []
    for (const source of await load())
      for (const format of wanted) {
        const { content, extension, missing } = await write(format, source, rate)
        for (const letter of missing) absent.add(letter)
        files.push({ filename: `${source.name}.${extension}`, content })
      }
    const [first, ...others] = files
    if (!first) return
    if (others.length === 0) saveFile(new Blob([first.content], { type: 'text/plain' }), first.filename)
    else saveZip((await loadZip()).zipSubtitles(files))
    if (absent.size > 0) showToast({ kind: 'done', text: EXPORT.missing([...absent].slice(0, MOST_NAMED).join(' ')) })
  }
  return (
    <FormDialog
      title={EXPORT.title}
      action={wanted.length > 1 ? EXPORT.downloadSeveral(wanted.length) : EXPORT.download}
      acting={EXPORT.preparing}
      disabled={wanted.length === 0}
      className="fields"
      submit={submit}
      onClose={onClose}
    >
      {EXPORT_GROUPS.map(([name, members]) => (
        <fieldset key={name} className="export-formats">
          <legend>{name}</legend>
          {members
            .filter(each => formats.includes(each))
            .map(each => (
              <Check
                key={each}
                checked={wanted.includes(each)}
                onChange={on => setWanted(on ? [...wanted, each] : wanted.filter(other => other !== each))}
              >
                {FORMATS[each]}
              </Check>
            ))}
          {needFrameRate(members) && (
            <Select
              label={EXPORT.frameRate}
              hint={EXPORT.frameRateHint}
              options={[...(needsFrames ? [] : FREE), ...RATES]}
              value={rate ?? ''}
              onChange={name => setChosen(name || undefined)}
            />
          )}
        </fieldset>
      ))}
    </FormDialog>
  )
}
