import { useState } from 'react'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import { count } from '../format.ts'
import { Button } from '../layout/button.tsx'
import { showToast } from '../layout/toasts.tsx'
import { loadPart } from '../load-part.ts'
import { SUBTITLE_FILE } from '../member-texts.ts'
import { messageOf } from '../request-failed.ts'
import { saveFile } from '../save-file.ts'
import { useServices } from '../services.ts'
import { readSubtitle } from '../subtitle-file.tsx'
import type { NamedFile } from './zip-subtitles.ts'

export const loadZip = loadPart(() => import('./zip-subtitles.ts'))

export function saveZip(bytes: Uint8Array<ArrayBuffer>): void {
  saveFile(new Blob([bytes], { type: 'application/zip' }), SUBTITLE_FILE.zipName)
}

interface ZipButtonProps {
  entries: readonly EntryView[]
  /** `primary` where it is the main action of its screen. */
  kind?: 'primary' | 'soft' | undefined
}

/** Saves the finished subtitles of several videos as one ZIP file. */
export function ZipButton({ entries, kind = 'soft' }: ZipButtonProps) {
  const { api } = useServices()
  const [busy, setBusy] = useState(false)
  const done = entries.filter(({ status }) => status === 'done')
  if (done.length === 0) return null
  const save = async () => {
    setBusy(true)
    try {
      const { zipSubtitles } = await loadZip()
      const files: NamedFile[] = []
      for (const { key } of done) {
        const { blob, filename } = await readSubtitle(api, key, { format: 'srt' })
        files.push({ filename, content: await blob.text() })
      }
      saveZip(zipSubtitles(files))
    } catch (error) {
      console.error(error)
      showToast({ kind: 'error', text: messageOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind={kind} size="small" disabled={busy} onClick={save}>
      {busy ? SUBTITLE_FILE.downloading : SUBTITLE_FILE.zip(count(done.length))}
    </Button>
  )
}
