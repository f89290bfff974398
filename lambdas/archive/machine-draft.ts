import { type Draft, openProject } from '#subtitle-engine/edit'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { ApiError } from '../contract/errors.ts'
import { projectKey } from '../contract/media-objects.ts'
import { projectFile } from '../contract/project.ts'
import type { EntryRef } from '../records/archive.ts'
import { aboutEntry, log } from '../runtime/log.ts'
import { readJson } from '../runtime/media-bucket.ts'
import { type ArchiveDeps, requireEntry } from './entries.ts'

/** @throws ApiError NO_VIDEO, NO_SUBTITLE. */
export async function requireFinished(deps: ArchiveDeps, ref: EntryRef): Promise<ArchiveEntry> {
  const entry = await requireEntry(deps, ref)
  if (!entry.is_srt) throw new ApiError('NO_SUBTITLE')
  return entry
}

/**
 * The sentences as the machine delivered them.
 * @throws ApiError NO_SUBTITLE while the account or the entry is being deleted, whose objects go first
 */
export async function readMachineDraft(
  { media }: ArchiveDeps,
  { uid, key, title, register }: ArchiveEntry,
): Promise<Draft> {
  const project = await readJson(media, projectKey(uid, title), projectFile)
  if (project) return openProject(project, register)
  log('warn', 'video', 'a finished subtitle has no project', aboutEntry({ uid, key }))
  throw new ApiError('NO_SUBTITLE')
}
