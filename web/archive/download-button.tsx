import { Button } from '../layout/button.tsx'
import { ARCHIVE } from '../texts/archive.ts'
import { useDownload } from './use-download.ts'

const TEXTS = {
  idle: ARCHIVE.download,
  downloading: ARCHIVE.downloading,
  completed: ARCHIVE.downloaded,
  error: ARCHIVE.downloadFailed,
} as const

/** The specification's button: idle, downloading (disabled), completed, error. */
export function DownloadButton({ entryKey, name }: { entryKey: string; name: string }) {
  const { state, download } = useDownload(entryKey)
  return (
    <Button
      kind={state === 'error' ? 'danger' : 'primary'}
      size="small"
      className="download"
      data-state={state}
      disabled={state === 'downloading'}
      aria-describedby={`name-${entryKey}`}
      onClick={() => download('srt')}
    >
      <span aria-live="polite">{TEXTS[state]}</span>
      <span id={`name-${entryKey}`} hidden>
        {ARCHIVE.downloadName(name)}
      </span>
    </Button>
  )
}
