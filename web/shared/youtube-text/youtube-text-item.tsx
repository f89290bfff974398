import { Configured } from '../layout/configured.tsx'
import { MenuButtonItem } from '../layout/menu.tsx'
import { lazyWithPreload } from '../lazy-with-preload.tsx'
import { YOUTUBE_TEXT_ITEM } from '../member-texts.ts'

/** Loaded when first opened. */
export const YoutubeTextDialog = lazyWithPreload(() => import('./youtube-text-dialog.tsx'))

/** The menu item that opens the dialog; renders nothing if the deployment has no language model. */
export function YoutubeTextItem({ onClick }: { onClick: () => void }) {
  return (
    <Configured>
      {({ processing }) => processing.model && <MenuButtonItem onClick={onClick}>{YOUTUBE_TEXT_ITEM}</MenuButtonItem>}
    </Configured>
  )
}
