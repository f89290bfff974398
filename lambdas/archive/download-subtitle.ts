import { GetObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { ApiError } from '../contract/errors.ts'
import { subtitleKey } from '../contract/object-keys.ts'
import { downloadName, type SubtitleFormat } from '../contract/title.ts'
import { writeLog } from '../records/activity-log.ts'
import { statObject } from '../runtime/media-bucket.ts'
import { type ArchiveRoom, type OwnEntry, requireEntry } from './archive-room.ts'
import { attachment } from './content-disposition.ts'

const VALID_SECONDS = 5 * 60
const TYPES = {
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  bilingual: 'application/x-subrip; charset=utf-8',
} satisfies Record<SubtitleFormat, string>

/**
 * A link to the subtitle, good for five minutes, that saves it under the name of the specification; logs `down_srt`.
 * @throws ApiError NO_VIDEO, NO_SUBTITLE.
 */
export async function downloadSubtitle(
  room: ArchiveRoom,
  { format, ...ref }: OwnEntry & { format: SubtitleFormat },
): Promise<{ url: string; filename: string }> {
  const { uid, key, title, is_srt } = await requireEntry(room, ref)
  const object = subtitleKey(uid, title, format)
  if (!is_srt || !(await statObject(room.media, object))) throw new ApiError('NO_SUBTITLE')
  const filename = downloadName(title, format)
  const url = await getSignedUrl(
    room.media.client,
    new GetObjectCommand({
      Bucket: room.media.name,
      Key: object,
      ResponseContentDisposition: attachment(filename),
      ResponseContentType: TYPES[format],
    }),
    { expiresIn: VALID_SECONDS },
  )
  const at = new Date(room.now()).toISOString()
  await writeLog(room.tables, { uid, action: 'down_srt', details: { key, format }, at })
  return { url, filename }
}
