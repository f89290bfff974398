import { Readable } from 'node:stream'
import { plainFile } from '#mp4-sound'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { MAX_DURATION_SECONDS } from '../contract/limits.ts'
import { type MediaProbe, mediaProbe, type PartObject, videoKey, workKey } from '../contract/media-objects.ts'
import { isoNow } from '../contract/time.ts'
import type { SettledSounds, StepInput } from '../contract/workflow.ts'
import { moveEntry, openEntry } from '../records/archive.ts'
import { settle } from '../records/ledger/index.ts'
import type { Tables } from '../records/tables.ts'
import { loadS3, type MediaBucket, readJson, statObject, writeJson, writeObject } from '../runtime/media-bucket.ts'
import { BusinessError } from '../runtime/step.ts'
import { mediaObject } from './media-object.ts'
import { asFailure, type ProbedMedia, probeMedia } from './probe.ts'
import { type Division, divideSound } from './sound-parts.ts'

/** Dependencies of the settle step. */
export interface SettleDeps {
  tables: Tables
  media: MediaBucket
  division: Division
  /** Epoch milliseconds. */
  now: () => number
}

/**
 * Copies the upload, writes its counted frames as the sound to transcribe, and charges tokens for what the film shows; a
 * subtitle is charged as quoted. Idempotent.
 * @returns the sounds to transcribe; none for a subtitle
 */
export async function settleSource(deps: SettleDeps, ref: StepInput): Promise<SettledSounds> {
  const { tables, media, now } = deps
  const entry = await openEntry(tables, ref)
  if (!entry) return { sounds: [] }
  const { durationSeconds, sounds } = await (entry.type === 'subtitle' ? submitted(media, entry) : probed(deps, entry))
  const at = isoNow({ now })
  await settle(tables, ref, { durationSeconds, at })
  await moveEntry(tables, ref, {
    from: ['uploading', 'queued', 'fetching'],
    to: 'listening',
    at,
    // A subtitle is not transcribed: its time says nothing about a video's.
    ...(entry.type !== 'subtitle' && { set: { heard_at: at } }),
  })
  return { sounds }
}

interface Settled extends SettledSounds {
  durationSeconds: number
}

async function probed(deps: SettleDeps, entry: ArchiveEntry): Promise<Settled> {
  const { durationMs, parts } = await writeSound(deps, entry, await sourceCopy(deps.media, entry))
  return {
    durationSeconds: chargedSeconds(durationMs, entry.duration_seconds),
    sounds: parts ? parts.map((_, part) => ({ part })) : [{}],
  }
}

/**
 * The submission has measured a subtitle.
 * @throws BusinessError UPLOAD_NEVER_CAME if the submission ended before it stored the text
 */
async function submitted(media: MediaBucket, { uid, key, duration_seconds }: ArchiveEntry): Promise<Settled> {
  if (!(await statObject(media, workKey(uid, key, 'probe.json'))))
    throw new BusinessError('UPLOAD_NEVER_CAME', 'there is no subtitle to read')
  return { durationSeconds: duration_seconds, sounds: [] }
}

/**
 * Writes the sound to transcribe, whole or in parts, and the probe last: if that exists, everything is complete.
 */
async function writeSound(
  { media, division }: SettleDeps,
  entry: ArchiveEntry,
  source: SourceObject,
): Promise<MediaProbe> {
  const { uid, key } = entry
  const written = await readJson(media, workKey(uid, key, 'probe.json'), mediaProbe)
  if (written) return written
  const file = mediaObject(media, source.key, source)
  const probed = await probeMedia(file, MAX_DURATION_SECONDS)
  refuseIncomplete(probed, entry)
  const { durationMs, track } = probed
  const write = async (name: 'sound.mp4' | PartObject, first?: number, end?: number) => {
    const { content, size } = plainFile(file, track, first, end)
    const body = Readable.from(content)
    await asFailure(() => writeObject(media, workKey(uid, key, name), body, 'audio/mp4', size))
  }
  const hasCaptions = (await statObject(media, workKey(uid, key, 'captions.json'))) !== undefined
  const parts = hasCaptions ? [] : divideSound(track, division)
  for (const [n, { first, end }] of parts.entries()) await write(`parts/${n}/sound.mp4`, first, end)
  if (parts.length === 0) await write('sound.mp4')
  const { timeline } = track
  const probe: MediaProbe = { durationMs, timeline, ...(parts.length > 0 && { parts: parts.map(({ span }) => span) }) }
  await writeJson(media, workKey(uid, key, 'probe.json'), probe)
  return probe
}

/** Lengths of the same sound may be rounded differently. */
const ROUNDING_MS = 50

/**
 * A part of a film must not become a short film: the page states how much sound it sends, and a file must not end before
 * its last frame.
 */
function refuseIncomplete({ track, isCutOff }: ProbedMedia, { type, sound_ms = 0 }: ArchiveEntry): void {
  if (!isCutOff && track.heardMs >= sound_ms - ROUNDING_MS) return
  const what = `${track.heardMs} of ${sound_ms} ms of sound`
  throw new BusinessError(type === 'video' ? 'UPLOAD_INCOMPLETE' : 'DAMAGED_VIDEO', what)
}

/**
 * Encoders add one or two frames of silence, which players skip. If the length exceeds the quote by no more than this,
 * the quote is charged.
 */
const CODING_MS = 100

/** Whole seconds to charge for. */
export function chargedSeconds(probedMs: number, quotedSeconds: number): number {
  const isAsQuoted = Math.abs(probedMs - quotedSeconds * 1000) <= CODING_MS
  return Math.floor(isAsQuoted ? quotedSeconds : probedMs / 1000)
}

export interface SourceObject {
  key: string
  size: number
  etag: string
}

/**
 * Creates the copy that later steps read, once: the upload form stays valid for an hour, and another upload with it
 * must not change anything. A video fetched from YouTube is already stored under this key.
 * @throws BusinessError UPLOAD_NEVER_CAME if there is nothing to copy
 */
async function sourceCopy(media: MediaBucket, entry: ArchiveEntry): Promise<SourceObject> {
  const key = workKey(entry.uid, entry.key, 'source.mp4')
  const present = await statObject(media, key)
  if (present) return { key, ...present }
  const from = videoKey(entry.uid, entry.title)
  const upload = entry.type === 'video' ? await statObject(media, from) : undefined
  if (!upload) throw new BusinessError('UPLOAD_NEVER_CAME', 'there is no video to copy')
  const { CopyObjectCommand } = await loadS3()
  await (await media.client()).send(
    new CopyObjectCommand({
      Bucket: media.name,
      Key: key,
      CopySource: `${media.name}/${from.split('/').map(encodeURIComponent).join('/')}`,
      CopySourceIfMatch: upload.etag,
    }),
  )
  const copy = await statObject(media, key)
  if (!copy) throw new Error('the copy is missing')
  return { key, ...copy }
}
