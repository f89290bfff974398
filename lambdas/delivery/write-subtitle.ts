import type { ArchiveEntry } from '../contract/archive-entry.ts'
import {
  cuesKey,
  mediaProbe,
  type SentenceFile,
  sentenceFile,
  subtitleKey,
  type TranslationFile,
  translationFile,
  workKey,
} from '../contract/media-objects.ts'
import type { StepInput } from '../contract/workflow.ts'
import { moveEntry, openEntry, readEntry } from '../records/archive.ts'
import { deliver } from '../records/ledger/index.ts'
import type { Tables } from '../records/tables.ts'
import { type MediaBucket, removeObjects, requireJson, writeObject } from '../runtime/media-bucket.ts'
import { BusinessError } from '../runtime/step.ts'
import { formatBilingualSrt, formatSrt, formatVtt } from '../subtitle/index.ts'
import { previewOf, type Subtitle, subtitleOf } from './subtitle.ts'

export interface Delivery {
  tables: Tables
  media: MediaBucket
  /** Epoch milliseconds. */
  now: () => number
}

/**
 * Cuts, inspects and stores the subtitle of an entry, and closes the entry as done. A step that comes too late, after a
 * refund, takes back what it stored.
 * @throws BusinessError NO_SPEECH where nothing could be shown
 */
export async function writeSubtitle({ tables, media, now }: Delivery, ref: StepInput): Promise<void> {
  const entry = await openEntry(tables, ref)
  if (!entry) return
  const at = new Date(now()).toISOString()
  await moveEntry(tables, ref, { from: ['translating'], to: 'writing', at })
  const file = await requireJson(media, workKey(ref.uid, ref.key, 'sentences.json'), sentenceFile)
  const probe = await requireJson(media, workKey(ref.uid, ref.key, 'probe.json'), mediaProbe)
  const subtitle = subtitleOf(file, await translationsOf(media, ref, file), probe.durationMs)
  if (subtitle.cues.length === 0) throw new BusinessError('NO_SPEECH', 'there is no cue to show')
  const keys = await store(media, entry, file, subtitle)
  const delivery = { srt_title: `${entry.title}.srt`, certificate: subtitle.certificate, at }
  if (await deliver(tables, ref, delivery)) return
  const closed = await readEntry(tables, ref)
  if (closed?.status !== 'done') await removeObjects(media, keys)
}

async function translationsOf(
  media: MediaBucket,
  { uid, key }: StepInput,
  file: SentenceFile,
): Promise<TranslationFile> {
  const parts = await Promise.all(
    file.batches.map((_, batch) =>
      requireJson(media, workKey(uid, key, `translations/${batch}.json`), translationFile),
    ),
  )
  return Object.assign({}, ...parts)
}

/** Stores every format and returns the keys. */
async function store(
  media: MediaBucket,
  { uid, title }: ArchiveEntry,
  file: SentenceFile,
  { cues }: Subtitle,
): Promise<string[]> {
  const subRip = 'application/x-subrip; charset=utf-8'
  const objects: [key: string, body: string, type: string][] = [
    [subtitleKey(uid, title, 'srt'), formatSrt(cues), subRip],
    [subtitleKey(uid, title, 'vtt'), formatVtt(cues), 'text/vtt; charset=utf-8'],
    [subtitleKey(uid, title, 'bilingual'), formatBilingualSrt(cues, file.sentences), subRip],
    [cuesKey(uid, title), JSON.stringify(previewOf(cues, file)), 'application/json'],
  ]
  await Promise.all(objects.map(([key, body, type]) => writeObject(media, key, body, type)))
  return objects.map(([key]) => key)
}
