import type * as z from 'zod'
import { EXPORT_FORMATS, encodeSami, exportSubtitle } from '#subtitle-engine/export'
import type { frameRate, subtitleFormat } from '../contract/routes/v1-routes.ts'
import { isoNow } from '../contract/time.ts'
import { nameOf } from '../contract/title.ts'
import { writeLog } from '../records/activity-log.ts'
import type { EntryRef } from '../records/archive.ts'
import { FileReply } from '../runtime/http.ts'
import { finishedCut } from './edits.ts'
import type { ArchiveDeps } from './entries.ts'
import { attachment } from './finished-subtitle.ts'
import { requireFinished } from './machine-draft.ts'

/** Media types by file extension; others are plain text. */
const TYPES: Readonly<Record<string, string>> = {
  srt: 'application/x-subrip; charset=utf-8',
  'en-ko.srt': 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  ttml: 'application/ttml+xml; charset=utf-8',
  fcpxml: 'application/xml; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

interface Wish {
  format: z.output<typeof subtitleFormat>
  frames?: z.output<typeof frameRate> | undefined
}

/**
 * The subtitle as last edited, cut and written as the editor exports it. Logs `down_srt`.
 * @throws ApiError NO_VIDEO, NO_SUBTITLE.
 */
export async function subtitleFile(deps: ArchiveDeps, ref: EntryRef, { format, frames }: Wish): Promise<FileReply> {
  const entry = await requireFinished(deps, ref)
  const name = nameOf(entry).replace(/\.mp4$/i, '')
  const { cues, sentences, profile } = await finishedCut(deps, ref)
  const { extension, isCp949 } = EXPORT_FORMATS[format]
  const text = exportSubtitle(format, { name, cues, sentences, profile }, frames)
  await writeLog(deps.tables, { uid: ref.uid, action: 'down_srt', details: { key: ref.key, format }, at: isoNow(deps) })
  return new FileReply(
    isCp949 ? encodeSami(text).bytes : Buffer.from(text),
    TYPES[extension] ?? (isCp949 ? 'text/plain; charset=euc-kr' : 'text/plain; charset=utf-8'),
    attachment(`${name}.${extension}`),
  )
}
