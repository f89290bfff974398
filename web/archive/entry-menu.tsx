import { useState } from 'react'
import type { EntryView } from '../../lambdas/contract/routes.ts'
import { nameOfTitle } from '../../lambdas/contract/title.ts'
import { InquiryDialog } from '../account/inquiry-dialog.tsx'
import { MoreIcon } from '../layout/icons.tsx'
import { Menu, MenuButtonItem } from '../layout/menu.tsx'
import { ARCHIVE } from '../texts/archive.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { useDownload } from './use-download.ts'

/** What else can be done with an entry: other formats, a word to the operator, deleting it. */
export function EntryMenu({ entry }: { entry: EntryView }) {
  const [dialog, setDialog] = useState<'delete' | 'inquiry'>()
  const { download } = useDownload(entry.key)
  const name = nameOfTitle(entry.title)
  const close = () => setDialog(undefined)
  return (
    <>
      <Menu label={ARCHIVE.more(name)} className="icon-button" trigger={<MoreIcon />}>
        {entry.is_srt && (
          <>
            <MenuButtonItem onClick={() => download('vtt')}>{ARCHIVE.vtt}</MenuButtonItem>
            <MenuButtonItem onClick={() => download('bilingual')}>{ARCHIVE.bilingual}</MenuButtonItem>
          </>
        )}
        <MenuButtonItem onClick={() => setDialog('inquiry')}>{ARCHIVE.write}</MenuButtonItem>
        <MenuButtonItem kind="danger" onClick={() => setDialog('delete')}>
          {ARCHIVE.delete}
        </MenuButtonItem>
      </Menu>
      {dialog === 'delete' && <DeleteDialog entryKey={entry.key} name={name} onClose={close} />}
      {dialog === 'inquiry' && <InquiryDialog entry={{ key: entry.key, name }} onClose={close} />}
    </>
  )
}
