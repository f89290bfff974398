import type * as z from 'zod'
import { PROFILES } from '#subtitle-engine'
import {
  admitSentence,
  buildProject,
  type Cut,
  claimsTwice,
  cutDraft,
  type Draft,
  draftFromStored,
  mergeChanges,
  type StoredDraft,
  type SubtitleFiles,
  untouched,
  writeFiles,
} from '#subtitle-engine/edit'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { brief } from '../contract/brief.ts'
import { ApiError } from '../contract/errors.ts'
import { appendToHistory } from '../contract/history.ts'
import { ALLOWANCES } from '../contract/limits.ts'
import { briefKey, editsKey, subtitleKey } from '../contract/media-objects.ts'
import {
  type EditAnswer,
  type EditFile,
  type EditRequest,
  editFile,
  MOST_EDIT_BYTES,
  MOST_SENTENCES,
} from '../contract/project.ts'
import type { projectView } from '../contract/project-view.ts'
import { isoNow } from '../contract/time.ts'
import type { EntryView } from '../contract/views.ts'
import { packWords } from '../contract/word-columns.ts'
import { writeLog } from '../records/activity-log.ts'
import { type EntryRef, markReviewed, publishSavedVersion } from '../records/archive.ts'
import { readComments } from '../records/comments.ts'
import { spendAllowance } from '../records/service-rows.ts'
import { firstCues, subtitleFileKeys, writeSubtitleFiles } from '../records/subtitle-files.ts'
import { ContentionError } from '../records/transaction.ts'
import { requireUser } from '../records/users.ts'
import { readJson, removeObjects, removePrefix, writeObject } from '../runtime/media-bucket.ts'
import { type ArchiveDeps, showEntry } from './entries.ts'
import { readMachineDraft, requireFinished } from './machine-draft.ts'
import { peaksUrl, videoUrl } from './media-links.ts'

/** How often a save is retried after another tab published first. */
const ATTEMPTS = 5
/** Most bytes of a file that a save produces. Lambda returns at most 6 MB, and a page reads the cues whole. */
const MOST_FILE_BYTES = 5_000_000

/**
 * The machine's sentences of a finished subtitle, the owner's edits, and the uploaded video if it is still stored. Also
 * removes files that an interrupted save left behind.
 * @throws ApiError NO_VIDEO, NO_SUBTITLE.
 */
export async function readProject(deps: ArchiveDeps, ref: EntryRef): Promise<z.input<typeof projectView>> {
  const { entry, project } = await readDraft(deps, ref)
  return {
    ...project,
    brief: await readJson(deps.media, briefKey(entry.uid, entry.title), brief),
    videoUrl: await videoUrl(deps, entry),
    peaksUrl: await peaksUrl(deps, entry),
  }
}

/** The sentences, edits, history and comments of a finished subtitle, without its sound and brief. */
export async function readDraft(
  deps: ArchiveDeps,
  ref: EntryRef,
): Promise<{ entry: ArchiveEntry; project: z.input<typeof projectView> }> {
  const machine = await readMachineDraft(deps, await requireFinished(deps, ref))
  const { entry, stored } = await readLatest(deps, ref, machine)
  await sweepUnpublishedVersions(deps, entry)
  const { words, ...project } = buildProject(machine)
  return {
    entry,
    project: {
      machine: { ...project, words: packWords(words) },
      stored: entry.edit_name === undefined ? undefined : stored,
      ...(entry.open_comments !== undefined && { comments: await readComments(deps.tables, ref) }),
    },
  }
}

/**
 * Merges edits into what is stored, cuts the subtitle again and publishes the files and the certificate with one
 * conditional write of the entry, so a download contains all of a save or nothing of it. The machine's files stay. `by`
 * is the name of the proofreader, whose link the guard has already checked and counted; absent for the owner.
 * @throws ApiError SUSPENDED, NO_VIDEO, NO_SUBTITLE, EDIT_REFUSED, EDIT_TOO_LARGE, TOO_MANY_REQUESTS.
 */
export async function saveEdits(
  deps: ArchiveDeps,
  ref: EntryRef,
  request: EditRequest,
  by?: string,
): Promise<EditAnswer> {
  if (by === undefined) {
    await requireUser(deps.tables, ref.uid)
    await spendAllowance(deps.tables, ref.uid, ALLOWANCES.edit, isoNow(deps))
  }
  const change = request.change && { ...request.change, ...(by !== undefined && { by }) }
  const machine = await readMachineDraft(deps, await requireFinished(deps, ref))
  if (claimsTwice(request.put)) throw new ApiError('EDIT_REFUSED')
  const put = request.put.map(sentence => {
    const sound = admitSentence(sentence, machine)
    if (!sound) throw new ApiError('EDIT_REFUSED')
    return sound
  })
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const entry = await requireFinished(deps, ref)
    const stored = await findStored(deps, entry, machine)
    // Two newer versions were published since the entry was read.
    if (!stored) continue
    if (request.base > stored.version) throw new ApiError('EDIT_REFUSED')
    const result = mergeChanges(stored, request.base, { put, remove: request.remove })
    if (!result.stored) {
      const conflicts = result.conflicts.map(({ id, theirs }) => ({ id, theirs, ...lastChangeOf(id, stored.history) }))
      return { ...sinceBase(stored, request.base), conflicts }
    }
    // A few kilobytes could otherwise claim the whole talk again and again, and cost minutes and megabytes.
    if (claimsTwice(result.stored.passages.map(({ passage }) => passage))) throw new ApiError('EDIT_REFUSED')
    if (result.stored === stored) return { ...sinceBase(stored, request.base), conflicts: [] }
    const history = appendToHistory(stored, result.stored, change, isoNow(deps))
    const saved = { ...result.stored, passages: [...result.stored.passages], history }
    if (await publish(deps, entry, machine, saved))
      return { ...sinceBase(stored, request.base), version: result.stored.version, conflicts: [] }
  }
  throw new ContentionError()
}

/**
 * Marks the review as finished, or as open again.
 * @throws ApiError NO_VIDEO, NO_SUBTITLE.
 */
export async function closeReview(deps: ArchiveDeps, ref: EntryRef, done: boolean): Promise<EntryView> {
  await requireFinished(deps, ref)
  const at = isoNow(deps)
  await markReviewed(deps.tables, ref, done ? at : undefined)
  if (done) await writeLog(deps.tables, { uid: ref.uid, action: 'review_srt', details: { key: ref.key }, at })
  return showEntry(deps, ref)
}

/**
 * A finished subtitle as last saved, cut into cues as `publish` cuts it.
 * @throws ApiError NO_VIDEO, NO_SUBTITLE.
 */
export async function finishedCut(deps: ArchiveDeps, ref: EntryRef): Promise<Cut> {
  const machine = await readMachineDraft(deps, await requireFinished(deps, ref))
  const { entry, stored } = await readLatest(deps, ref, machine)
  const profile = PROFILES[entry.profile]
  const baseline = cutDraft(machine, profile)
  return entry.edit_name === undefined ? baseline : cutDraft(draftFromStored(machine, stored), profile, { baseline })
}

/** The entry and its saved version, read again if saves replaced the version in between. */
async function readLatest(
  deps: ArchiveDeps,
  ref: EntryRef,
  machine: Draft,
): Promise<{ entry: ArchiveEntry; stored: EditFile }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const entry = await requireFinished(deps, ref)
    const stored = await findStored(deps, entry, machine)
    if (stored) return { entry, stored }
  }
  throw new ContentionError()
}

/** The saved version that the entry names; `undefined` if newer ones have replaced it since. */
async function findStored(
  { media }: ArchiveDeps,
  { uid, title, edit_name }: ArchiveEntry,
  machine: Draft,
): Promise<EditFile | undefined> {
  if (edit_name === undefined) return { ...emptyFile, passages: [...untouched(machine).passages] }
  return readJson(media, editsKey(uid, title, edit_name), editFile)
}

const emptyFile = { version: 0, removed: {}, history: [] }

/** Changes since version `base`, so that a page at that version can catch up. */
function sinceBase({ version, passages, removed }: StoredDraft, base: number): Omit<EditAnswer, 'conflicts'> {
  return {
    version,
    put: passages.filter(each => each.version > base).map(({ passage }) => passage),
    remove: Object.keys(removed).filter(id => (removed[id] ?? 0) > base),
  }
}

function lastChangeOf(id: string, history: EditFile['history']): Pick<EditAnswer['conflicts'][number], 'at' | 'by'> {
  const last = history.findLast(({ before, after }) => [...before, ...after].some(sentence => sentence.id === id))
  return last ? { at: last.at, ...(last.by !== undefined && { by: last.by }) } : {}
}

/** Writes the files of a new version and publishes it. Returns false, and removes them, if another version was published first. */
async function publish(
  { tables, media, newId }: ArchiveDeps,
  entry: ArchiveEntry,
  machine: Draft,
  stored: EditFile,
): Promise<boolean> {
  const { uid, title } = entry
  const edits = JSON.stringify(stored)
  if (stored.passages.length > MOST_SENTENCES || Buffer.byteLength(edits) > MOST_EDIT_BYTES)
    throw new ApiError('EDIT_TOO_LARGE')
  const profile = PROFILES[entry.profile]
  // As the page does it: sentences that nobody touched keep the machine's cues.
  const cut = cutDraft(draftFromStored(machine, stored), profile, { baseline: cutDraft(machine, profile) })
  const files = writeFiles(cut)
  if (largestBytes(files) > MOST_FILE_BYTES) throw new ApiError('EDIT_TOO_LARGE')
  const name = `e${stored.version}-${newId()}`
  await Promise.all([
    writeSubtitleFiles(media, { uid, title, version: name }, files),
    writeObject(media, editsKey(uid, title, name), edits, 'application/json'),
  ])
  const certificate = { source: 'recognition' as const, rehearsal: false, ...entry.certificate, ...cut.certificate }
  const published = await publishSavedVersion(tables, entry, {
    version: stored.version,
    name,
    certificate,
    first_cues: firstCues(files.preview),
  })
  // Downloads signed a moment ago still read the previous version, so only the one before it is removed.
  const old = published ? entry.edit_before : name
  if (old !== undefined) await removeObjects(media, savedVersionKeys(uid, title, old))
  return published
}

function largestBytes({ preview, ...texts }: SubtitleFiles): number {
  return Math.max(...[...Object.values(texts), JSON.stringify(preview)].map(text => Buffer.byteLength(text)))
}

function savedVersionKeys(uid: string, title: string, version: string): string[] {
  return [...subtitleFileKeys({ uid, title, version }), editsKey(uid, title, version)]
}

/** Files of an unpublished version this old were left by a save that died. */
const DEAD_MS = 60 * 60 * 1000

/** Removes the files of versions that were never published. */
async function sweepUnpublishedVersions({ media, now }: ArchiveDeps, entry: ArchiveEntry): Promise<void> {
  const { uid, title, edit_name, edit_before } = entry
  const prefix = subtitleKey(uid, title, 'srt', 'e').slice(0, -'.srt'.length)
  await removePrefix(media, prefix, ({ key, at }) => {
    const [, name] = /^(\d+-\w+)\./.exec(key.slice(prefix.length)) ?? []
    const isNamed = name === undefined || `e${name}` === edit_name || `e${name}` === edit_before
    return !isNamed && now() - at.getTime() > DEAD_MS
  })
}
