import { isOpen } from '../contract/archive-entry.ts'
import { ApiError } from '../contract/errors.ts'
import { SUBTITLES, VIDEOS, WORK } from '../contract/object-keys.ts'
import { deleteEntry } from '../records/archive-delete.ts'
import { refund } from '../records/ledger/index.ts'
import { removePrefix } from '../runtime/media-prefix.ts'
import { type ArchiveRoom, type OwnEntry, requireEntry } from './archive-room.ts'

/**
 * Deletes video, work files, subtitles and then the row, so that a call that was cut off can be repeated; the ledger
 * keeps its movements. An upload that is given up is closed first: its tokens go back at once.
 * @throws ApiError NO_VIDEO, or STILL_OPEN while the subtitle is being made.
 */
export async function deleteWithObjects(room: ArchiveRoom, ref: OwnEntry): Promise<Record<string, never>> {
  const entry = await requireEntry(room, ref)
  const { uid, key, status } = entry
  const at = new Date(room.now()).toISOString()
  if (status === 'uploading') await refund(room.tables, entry, { failure: 'DELETED', at })
  else if (isOpen(status)) throw new ApiError('STILL_OPEN')
  for (const prefix of [`${VIDEOS}${uid}/${key}_`, `${WORK}${uid}/${key}/`, `${SUBTITLES}${uid}/${key}_`])
    await removePrefix(room.media, prefix)
  await deleteEntry(room.tables, entry, at)
  return {}
}
