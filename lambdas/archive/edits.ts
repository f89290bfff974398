import { GetObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import * as z from 'zod'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { brief } from '../contract/brief.ts'
import { ApiError } from '../contract/errors.ts'
import { ALLOWANCES } from '../contract/limits.ts'
import { briefKey, cuesKey, editsKey, projectKey, subtitleKey, videoKey } from '../contract/media-objects.ts'
import {
  type EditAnswer,
  type EditRequest,
  editFile,
  MOST_EDIT_BYTES,
  MOST_PASSAGES,
  previewCue,
  projectFile,
} from '../contract/project.ts'
import type { projectView } from '../contract/project-view.ts'
import { isoNow } from '../contract/time.ts'
import type { EntryView } from '../contract/views.ts'
import { writeLog } from '../records/activity-log.ts'
import { type EntryRef, markReviewed, publishEdition } from '../records/archive.ts'
import { isVideoKept } from '../records/archive-pages.ts'
import { spendAllowance } from '../records/service-rows.ts'
import { ContentionError } from '../records/transaction.ts'
import { readJson, removeObjects, removePrefix, requireJson, statObject, writeObject } from '../runtime/media-bucket.ts'
import {
  admitted,
  type Cut,
  cutManuscript,
  filesOf,
  type Manuscript,
  manuscriptFromCues,
  manuscriptOfStored,
  merged,
  openProject,
  projectOf,
  type StoredManuscript,
  untouched,
} from '../subtitle/edit/index.ts'
import { PROFILES } from '../subtitle/index.ts'
import { type ArchiveRoom, requireEntry, showEntry } from './archive-room.ts'

/** A review may take an evening; a player asks for parts of the video until its end. */
const VIDEO_SECONDS = 6 * 60 * 60
/** Saves that other tabs overtook before this one is refused. */
const ATTEMPTS = 5

/**
 * The machine's sentences of a finished subtitle and what its owner has made of them, with the kept upload if there is one.
 * Opening a review removes what a save that died left behind.
 * @throws ApiError NO_VIDEO, NO_SUBTITLE.
 */
export async function readProject(room: ArchiveRoom, ref: EntryRef): Promise<z.input<typeof projectView>> {
  const entry = await requireFinished(room, ref)
  const machine = await machineOf(room, entry)
  await sweepEditions(room, entry)
  return {
    machine: projectOf(machine),
    stored: entry.edit_name === undefined ? undefined : writable(await storedOf(room, entry, machine)),
    brief: await readJson(room.media, briefKey(entry.uid, entry.title), brief),
    videoUrl: await videoUrl(room, entry),
  }
}

/**
 * Merges edits into what is stored, cuts the subtitle again and publishes its files, inspection included, with one
 * conditional write of the entry: a download has all of an edit or nothing of it. The machine's own files stay.
 * @throws ApiError NO_VIDEO, NO_SUBTITLE, EDIT_REFUSED, EDIT_TOO_LARGE, TOO_MANY_REQUESTS.
 */
export async function saveEdits(room: ArchiveRoom, ref: EntryRef, request: EditRequest): Promise<EditAnswer> {
  const machine = await machineOf(room, await requireFinished(room, ref))
  await spendAllowance(room.tables, ref.uid, ALLOWANCES.edit, isoNow(room))
  const put = request.put.map(passage => {
    const sound = admitted(passage, machine)
    if (!sound) throw new ApiError('EDIT_REFUSED')
    return sound
  })
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const entry = await requireFinished(room, ref)
    const stored = await storedOf(room, entry, machine)
    if (request.base > stored.version) throw new ApiError('EDIT_REFUSED')
    const result = merged(stored, request.base, { put, remove: request.remove })
    if (!result.stored) {
      const conflicts = result.conflicts.map(({ id, theirs }) => ({ id, theirs }))
      return { ...sinceBase(stored, request.base), conflicts }
    }
    if (result.stored === stored) return { ...sinceBase(stored, request.base), conflicts: [] }
    if (await publish(room, entry, machine, result.stored))
      return { ...sinceBase(stored, request.base), version: result.stored.version, conflicts: [] }
  }
  throw new ContentionError()
}

/**
 * Marks the review as finished, or as open again.
 * @throws ApiError NO_VIDEO, NO_SUBTITLE.
 */
export async function closeReview(room: ArchiveRoom, ref: EntryRef, done: boolean): Promise<EntryView> {
  await requireFinished(room, ref)
  const at = isoNow(room)
  await markReviewed(room.tables, ref, done ? at : undefined)
  if (done) await writeLog(room.tables, { uid: ref.uid, action: 'review_srt', details: { key: ref.key }, at })
  return showEntry(room, ref)
}

async function requireFinished(room: ArchiveRoom, ref: EntryRef): Promise<ArchiveEntry> {
  const entry = await requireEntry(room, ref)
  if (!entry.is_srt) throw new ApiError('NO_SUBTITLE')
  return entry
}

/** The machine's sentences; of a subtitle that was made before they were kept, its cues. */
async function machineOf({ media }: ArchiveRoom, entry: ArchiveEntry): Promise<Manuscript> {
  const { uid, title, register } = entry
  const project = await readJson(media, projectKey(uid, title), projectFile)
  if (project) return openProject(project, register)
  const cues = await readJson(media, cuesKey(uid, title), z.array(previewCue))
  if (!cues) throw new ApiError('NO_SUBTITLE')
  const durationMs = Math.max(Math.round(entry.duration_seconds * 1000), (cues.at(-1)?.endMs ?? 0) + 1)
  return manuscriptFromCues(cues, { durationMs, register })
}

async function storedOf(
  { media }: ArchiveRoom,
  { uid, title, edit_name }: ArchiveEntry,
  machine: Manuscript,
): Promise<StoredManuscript> {
  return edit_name === undefined ? untouched(machine) : requireJson(media, editsKey(uid, title, edit_name), editFile)
}

function writable({ version, passages, removed }: StoredManuscript): z.input<typeof projectView>['stored'] {
  return { version, passages: [...passages], removed: { ...removed } }
}

/** What was changed since a version, so that the page of that version can follow. */
function sinceBase({ version, passages, removed }: StoredManuscript, base: number): Omit<EditAnswer, 'conflicts'> {
  return {
    version,
    put: passages.filter(each => each.version > base).map(({ passage }) => passage),
    remove: Object.keys(removed).filter(id => (removed[id] ?? 0) > base),
  }
}

/** Writes the files of an edition and publishes it; false, without a trace, where another one was published first. */
async function publish(
  { tables, media, now, newId }: ArchiveRoom,
  entry: ArchiveEntry,
  machine: Manuscript,
  stored: StoredManuscript,
): Promise<boolean> {
  const { uid, title } = entry
  const edits = JSON.stringify(stored)
  if (stored.passages.length > MOST_PASSAGES || Buffer.byteLength(edits) > MOST_EDIT_BYTES)
    throw new ApiError('EDIT_TOO_LARGE')
  const cut = cutManuscript(manuscriptOfStored(machine, stored), PROFILES[entry.profile])
  const name = `e${stored.version}-${newId()}`
  await writeEdition(media, entry, { name, edits, cut })
  const certificate = { source: 'recognition' as const, rehearsal: false, ...entry.certificate, ...cut.certificate }
  const at = isoNow({ now })
  const published = await publishEdition(tables, entry, { version: stored.version, name, certificate, at })
  // A download that was signed a moment ago still reads the edition before this one.
  const old = published ? entry.edit_before : name
  if (old !== undefined) await removeObjects(media, editionKeys(uid, title, old))
  return published
}

async function writeEdition(
  media: ArchiveRoom['media'],
  { uid, title }: ArchiveEntry,
  { name, edits, cut }: { name: string; edits: string; cut: Cut },
): Promise<void> {
  const { srt, vtt, bilingual, preview } = filesOf(cut)
  const subRip = 'application/x-subrip; charset=utf-8'
  await Promise.all([
    writeObject(media, subtitleKey(uid, title, 'srt', name), srt, subRip),
    writeObject(media, subtitleKey(uid, title, 'vtt', name), vtt, 'text/vtt; charset=utf-8'),
    writeObject(media, subtitleKey(uid, title, 'bilingual', name), bilingual, subRip),
    writeObject(media, cuesKey(uid, title, name), JSON.stringify(preview), 'application/json'),
    writeObject(media, editsKey(uid, title, name), edits, 'application/json'),
  ])
}

function editionKeys(uid: string, title: string, name: string): string[] {
  const formats = ['srt', 'vtt', 'bilingual'] as const
  return [
    ...formats.map(format => subtitleKey(uid, title, format, name)),
    cuesKey(uid, title, name),
    editsKey(uid, title, name),
  ]
}

/** An edition that was written so long ago and is not the entry's was left by a process that died while saving. */
const DEAD_MS = 60 * 60 * 1000

/** Removes the files of editions that were never published. */
async function sweepEditions({ media, now }: ArchiveRoom, entry: ArchiveEntry): Promise<void> {
  const { uid, title, edit_name, edit_before } = entry
  const prefix = subtitleKey(uid, title, 'srt', 'e').slice(0, -'.srt'.length)
  await removePrefix(media, prefix, ({ key, at }) => {
    const [, name] = /^(\d+-\w+)\./.exec(key.slice(prefix.length)) ?? []
    const isNamed = name === undefined || `e${name}` === edit_name || `e${name}` === edit_before
    return !isNamed && now() - at.getTime() > DEAD_MS
  })
}

async function videoUrl({ media, now }: ArchiveRoom, entry: ArchiveEntry): Promise<string | undefined> {
  const object = videoKey(entry.uid, entry.title)
  if (entry.type !== 'video' || !isVideoKept(entry, now()) || !(await statObject(media, object))) return undefined
  const read = new GetObjectCommand({ Bucket: media.name, Key: object, ResponseContentType: 'video/mp4' })
  return getSignedUrl(media.client, read, { expiresIn: VIDEO_SECONDS })
}
