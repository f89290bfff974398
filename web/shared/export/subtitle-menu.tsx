import { type ReactNode, useState } from 'react'
import type { SubtitleFormat } from '../../../lambdas/contract/title.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import { CERTIFICATE } from '../certificate/texts.ts'
import { Configured } from '../layout/configured.tsx'
import { MenuButtonItem } from '../layout/menu.tsx'
import { lazyWithPreload } from '../lazy-with-preload.tsx'
import { SUBTITLE_FILE, YOUTUBE_TEXT_ITEM } from '../member-texts.ts'
import { useDownload } from '../subtitle-file.tsx'
import { EXPORT } from './texts.ts'

const CertificateDialog = lazyWithPreload(() => import('../certificate/certificate-dialog.tsx'))
const YoutubeTextDialog = lazyWithPreload(() => import('../youtube-text/youtube-text-dialog.tsx'))

interface SubtitleMenuProps {
  entry: EntryView
  /** Runs before the subtitle is requested, for example to save the latest edits. */
  first?: () => Promise<void>
  exportDialog(onClose: () => void): ReactNode
}

/** The menu items for a finished subtitle, and the dialogs that they open. */
export function useSubtitleMenu({ entry, first, exportDialog }: SubtitleMenuProps) {
  const [dialog, setDialog] = useState<'certificate' | 'export' | 'youtube'>()
  const { download } = useDownload(entry.key, first)
  const close = () => setDialog(undefined)
  const save = (format: SubtitleFormat) => () => void download(format)
  const items = (
    <>
      <MenuButtonItem onClick={save('vtt')}>{SUBTITLE_FILE.vtt}</MenuButtonItem>
      <MenuButtonItem onClick={save('bilingual')}>{SUBTITLE_FILE.bilingual}</MenuButtonItem>
      <MenuButtonItem onClick={() => setDialog('export')}>{EXPORT.title}</MenuButtonItem>
      <Configured>
        {({ processing }) =>
          // A language model writes the text.
          processing.model && <MenuButtonItem onClick={() => setDialog('youtube')}>{YOUTUBE_TEXT_ITEM}</MenuButtonItem>
        }
      </Configured>
      {entry.certificate && (
        <MenuButtonItem onClick={() => setDialog('certificate')}>{CERTIFICATE.open}</MenuButtonItem>
      )}
    </>
  )
  const dialogs = (
    <>
      {dialog === 'certificate' && <CertificateDialog entry={entry} onClose={close} />}
      {dialog === 'export' && exportDialog(close)}
      {dialog === 'youtube' && <YoutubeTextDialog entryKey={entry.key} saveFirst={first} onClose={close} />}
    </>
  )
  return { items, dialogs, download }
}
