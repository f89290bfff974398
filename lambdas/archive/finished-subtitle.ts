import * as z from 'zod'
import { ApiError } from '../contract/errors.ts'
import { cuesKey, subtitleKey } from '../contract/media-objects.ts'
import { previewCue } from '../contract/project.ts'
import { isoNow } from '../contract/time.ts'
import { downloadName, entryTitle, nameOf, type SubtitleFormat } from '../contract/title.ts'
import { writeLog } from '../records/activity-log.ts'
import type { EntryRef } from '../records/archive.ts'
import { readJson, statObject } from '../runtime/media-bucket.ts'
import { presignUrl } from '../runtime/presign.ts'
import { type ArchiveDeps, requireEntry } from './entries.ts'

const VALID_SECONDS = 5 * 60
const TYPES = {
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  bilingual: 'application/x-subrip; charset=utf-8',
} satisfies Record<SubtitleFormat, string>

/**
 * Returns a link, valid for five minutes, to the last saved version of the subtitle or to the machine's original. The
 * download gets the specification's file name, or the name that the owner gave the entry. Logs `down_srt`.
 * @throws ApiError NO_VIDEO, NO_SUBTITLE.
 */
export async function downloadSubtitle(
  deps: ArchiveDeps,
  { format, original, ...ref }: EntryRef & { format: SubtitleFormat; original?: 'yes' },
): Promise<{ url: string; filename: string }> {
  const entry = await requireEntry(deps, ref)
  const { uid, key, title, is_srt, edit_name } = entry
  const object = subtitleKey(uid, title, format, original ? undefined : edit_name)
  if (!is_srt || !(await statObject(deps.media, object))) throw new ApiError('NO_SUBTITLE')
  const isOld = original !== undefined && edit_name !== undefined
  const filename = downloadName(entryTitle(key, isOld ? originalName(nameOf(entry)) : nameOf(entry)), format)
  const query = { 'response-content-disposition': attachment(filename), 'response-content-type': TYPES[format] }
  const url = await presignUrl(deps.media, 'GET', object, { query, expiresIn: VALID_SECONDS })
  const at = isoNow(deps)
  await writeLog(deps.tables, { uid, action: 'down_srt', details: { key, format }, at })
  return { url, filename }
}

/** Name of the machine's file, once there is an edited one beside it. */
function originalName(name: string): string {
  return `${name.replace(/\.mp4$/i, '')} (고치기 전)`
}

/** `Content-Disposition` for any file name (RFC 6266): the UTF-8 form of RFC 5987, and an ASCII one for old clients. */
export function attachment(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${extendedValue(filename)}`
}

/** RFC 5987 `ext-value`: percent-encodes everything but `attr-char`. */
function extendedValue(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

/**
 * The cues of the finished subtitle with their flags.
 * @throws ApiError NO_VIDEO, NO_SUBTITLE.
 */
export async function previewCues(deps: ArchiveDeps, ref: EntryRef): Promise<{ cues: z.output<typeof previewCue>[] }> {
  const { uid, title, is_srt, edit_name } = await requireEntry(deps, ref)
  const cues = is_srt ? await readJson(deps.media, cuesKey(uid, title, edit_name), z.array(previewCue)) : undefined
  if (!cues) throw new ApiError('NO_SUBTITLE')
  return { cues }
}
