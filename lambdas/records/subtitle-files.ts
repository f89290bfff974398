import type * as z from 'zod'
import { cuesKey, subtitleKey } from '../contract/media-objects.ts'
import type { previewCue } from '../contract/project.ts'
import type { SubtitleFormat } from '../contract/title.ts'
import { type MediaBucket, writeJson, writeObject } from '../runtime/media-bucket.ts'

/** Where the files of a subtitle are stored: an entry's title, and the name of a saved version, if it is one. */
interface SubtitleFilesRef {
  uid: string
  title: string
  version?: string
}

/** A finished subtitle in every format, and its cues for the preview. */
type SubtitleFiles = Record<SubtitleFormat, string> & { preview: z.output<typeof previewCue>[] }

const SUB_RIP = 'application/x-subrip; charset=utf-8'
const CONTENT_TYPES = {
  srt: SUB_RIP,
  vtt: 'text/vtt; charset=utf-8',
  bilingual: SUB_RIP,
} as const satisfies Record<SubtitleFormat, string>
const FORMATS = ['srt', 'vtt', 'bilingual'] as const satisfies SubtitleFormat[]

export async function writeSubtitleFiles(
  media: MediaBucket,
  { uid, title, version }: SubtitleFilesRef,
  files: SubtitleFiles,
): Promise<void> {
  await Promise.all([
    ...FORMATS.map(format =>
      writeObject(media, subtitleKey(uid, title, format, version), files[format], CONTENT_TYPES[format]),
    ),
    writeJson(media, cuesKey(uid, title, version), files.preview),
  ])
}

const SHOWN_CUES = 2
const LONGEST_SHOWN = 100

/** The first cues of a subtitle, each as one line, for lists of videos. */
export function firstCues(preview: readonly Pick<z.output<typeof previewCue>, 'lines'>[]): string[] {
  return preview.slice(0, SHOWN_CUES).map(({ lines }) => [...lines.join(' ')].slice(0, LONGEST_SHOWN).join(''))
}

/** Keys of what `writeSubtitleFiles` writes. */
export function subtitleFileKeys({ uid, title, version }: SubtitleFilesRef): string[] {
  return [...FORMATS.map(format => subtitleKey(uid, title, format, version)), cuesKey(uid, title, version)]
}
