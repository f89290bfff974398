import type { Api } from '../shared/api.ts'
import { lazyWithPreload } from '../shared/lazy-with-preload.tsx'
import { loadPart } from '../shared/load-part.ts'
import { messageOf, Refused } from '../shared/request-failed.ts'
import { SUBTITLE_NAME } from '../shared/subtitle-names.ts'
import { type Candidate, type FileItem, type Item, withChosen } from './candidates.ts'
import { fileItem } from './file-item.ts'
import { loadProbe } from './media/load.ts'
import { UPLOAD } from './texts.ts'
import { isAwaited } from './transfer/awaited.ts'
import { findResume } from './transfer/resume.ts'

/** The engine, and the component for its notes, load with the first subtitle. */
const loadSubtitleReader = loadPart(() => import('./read-subtitle.ts'))
export const SubtitleNotes = lazyWithPreload(() => import('../shared/reading/subtitle-notes.tsx'))

/** Reads the chosen files in the order of their names, 9 before 10. */
export async function readFiles(api: Api, files: readonly File[]): Promise<Candidate> {
  const items: Item[] = []
  const refused: string[] = []
  // Created at its use, because creating it takes as long as loading all modules of the members' screens.
  const { compare } = new Intl.Collator('ko', { numeric: true })
  for (const file of [...files].sort((a, b) => compare(a.name, b.name))) {
    try {
      items.push(await (SUBTITLE_NAME.test(file.name) ? readSubtitle(file) : readVideo(api, file)))
    } catch (error) {
      if (!(error instanceof Refused)) console.error(error)
      const reason = messageOf(error)
      refused.push((files.length > 1 ? UPLOAD.aboutFile : UPLOAD.aboutOnly)(file.name, reason))
    }
  }
  return { items, refused }
}

async function readSubtitle(file: File): Promise<Item> {
  const [{ readSubtitleFile }] = await Promise.all([loadSubtitleReader(), SubtitleNotes.preload()])
  return { id: crypto.randomUUID(), kind: 'subtitle', ...(await readSubtitleFile(file)) }
}

async function readVideo(api: Api, file: File): Promise<FileItem> {
  const { probe } = await loadProbe()
  const facts = await probe(file)
  return withHold(api, { ...fileItem(file, facts), ...(facts.choices && { trackId: undefined }) })
}

/** Marks the file of an unfinished upload that the server still awaits (or may await, if it cannot be reached). */
async function withHold(api: Api, file: FileItem): Promise<FileItem> {
  const record = findResume(file.fingerprint, Date.now())
  const isHeld = record !== undefined && (await isAwaited(api, record, Date.now()).catch(() => true))
  if (!isHeld) return file
  const chosen = file.choices?.find(({ trackId }) => trackId === record.trackId)
  return { ...(chosen ? withChosen(file, chosen) : file), isHeld }
}
