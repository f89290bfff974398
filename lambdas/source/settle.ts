import { Readable } from 'node:stream'
import { CopyObjectCommand } from '@aws-sdk/client-s3'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { MAX_DURATION_SECONDS } from '../contract/limits.ts'
import { type MediaProbe, mediaProbe, type PartObject, videoKey, workKey } from '../contract/media-objects.ts'
import { isoNow } from '../contract/time.ts'
import type { StepInput } from '../contract/workflow.ts'
import { moveEntry, openEntry } from '../records/archive.ts'
import { settle } from '../records/ledger/index.ts'
import type { Tables } from '../records/tables.ts'
import { type MediaBucket, readJson, statObject, writeJson, writeObject } from '../runtime/media-bucket.ts'
import { BusinessError } from '../runtime/step.ts'
import { mediaObject } from './media-file.ts'
import type { Sound } from './mp4/sound.ts'
import { probeMedia } from './probe.ts'
import { divideSound } from './sound-parts.ts'
import { soundFile } from './sound-stream.ts'

/** Dependencies of the settle step. */
export interface SettleDeps {
  tables: Tables
  media: MediaBucket
  /** Length in seconds from which the sound is transcribed in parts; 0 for never. */
  partsFromSeconds: number
  /** Epoch milliseconds. */
  now: () => number
}

/**
 * Copies the upload, rebuilds its sound from the counted frames, and charges tokens for its real length; a subtitle is
 * charged as quoted. Idempotent.
 */
export async function settleSource(deps: SettleDeps, ref: StepInput): Promise<void> {
  const { tables, media, now } = deps
  const entry = await openEntry(tables, ref)
  if (!entry) return
  const durationSeconds = await (entry.type === 'subtitle'
    ? submittedSeconds(media, entry)
    : probedSeconds(deps, entry))
  const at = isoNow({ now })
  await settle(tables, ref, { durationSeconds, at })
  await moveEntry(tables, ref, {
    from: ['uploading', 'queued', 'fetching'],
    to: 'listening',
    at,
    // A subtitle is not transcribed: its time says nothing about a video's.
    ...(entry.type !== 'subtitle' && { set: { heard_at: at } }),
  })
}

async function probedSeconds(deps: SettleDeps, entry: ArchiveEntry): Promise<number> {
  const { durationMs } = await writeSound(deps, entry, await sourceCopy(deps.media, entry))
  return chargedSeconds(durationMs, entry.duration_seconds)
}

/**
 * The submission has measured a subtitle.
 * @throws BusinessError UPLOAD_NEVER_CAME if the submission ended before it stored the text
 */
async function submittedSeconds(media: MediaBucket, { uid, key, duration_seconds }: ArchiveEntry): Promise<number> {
  if (!(await statObject(media, workKey(uid, key, 'probe.json'))))
    throw new BusinessError('UPLOAD_NEVER_CAME', 'there is no subtitle to read')
  return duration_seconds
}

/**
 * Writes the sound to transcribe, whole or in parts, and its length last: if the length exists, everything is complete.
 */
async function writeSound(
  { media, partsFromSeconds }: SettleDeps,
  { uid, key }: StepInput,
  source: SourceObject,
): Promise<MediaProbe> {
  const written = await readJson(media, workKey(uid, key, 'probe.json'), mediaProbe)
  if (written) return written
  const file = mediaObject(media, source.key, source)
  const { durationMs, sound } = await probeMedia(file, MAX_DURATION_SECONDS)
  const write = async (name: 'sound.mp4' | PartObject, part: Sound) => {
    const { content, size } = soundFile(file, part)
    await writeObject(media, workKey(uid, key, name), Readable.from(content), 'audio/mp4', size)
  }
  const hasCaptions = (await statObject(media, workKey(uid, key, 'captions.json'))) !== undefined
  const parts = hasCaptions ? [] : divideSound(sound, partsFromSeconds)
  for (const [n, part] of parts.entries()) await write(`parts/${n}/sound.mp4`, part.sound)
  if (parts.length === 0) await write('sound.mp4', sound)
  const probe: MediaProbe = { durationMs, ...(parts.length > 0 && { parts: parts.map(({ span }) => span) }) }
  await writeJson(media, workKey(uid, key, 'probe.json'), probe)
  return probe
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
  await media.client.send(
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
