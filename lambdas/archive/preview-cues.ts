import * as z from 'zod'
import { ApiError } from '../contract/errors.ts'
import { cuesKey } from '../contract/object-keys.ts'
import { previewCue } from '../contract/routes.ts'
import { readJson } from '../runtime/media-bucket.ts'
import { type ArchiveRoom, type OwnEntry, requireEntry } from './archive-room.ts'

/**
 * The finished cues with their flags.
 * @throws ApiError NO_VIDEO, NO_SUBTITLE.
 */
export async function previewCues(room: ArchiveRoom, ref: OwnEntry): Promise<{ cues: z.output<typeof previewCue>[] }> {
  const { uid, title, is_srt } = await requireEntry(room, ref)
  const cues = is_srt ? await readJson(room.media, cuesKey(uid, title), z.array(previewCue)) : undefined
  if (!cues) throw new ApiError('NO_SUBTITLE')
  return { cues }
}
