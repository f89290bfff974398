import type * as z from 'zod'
import type { ArchiveEntry, Certificate } from '../contract/archive-entry.ts'
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
import type { previewCue } from '../contract/routes.ts'
import type { StepInput } from '../contract/workflow.ts'
import { moveEntry, openEntry, readEntry } from '../records/archive.ts'
import { deliver } from '../records/ledger/index.ts'
import { type Tables, tablesFromEnvironment } from '../records/tables.ts'
import { dynamoClient, s3Client } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { logCounted } from '../runtime/log.ts'
import { type MediaBucket, removeObjects, requireJson, writeObject } from '../runtime/media-bucket.ts'
import { BusinessError } from '../runtime/step.ts'
import {
  type Cue,
  certificateFromInspection,
  cuesFromSentences,
  englishOf,
  type Flag,
  formatBilingualSrt,
  formatSrt,
  formatVtt,
  inspectCues,
  PROFILES,
  type Sentence,
  withRegisterFlags,
  withSounds,
} from '../subtitle/index.ts'

/** Dependencies of the step that writes the subtitle. */
export interface DeliveryRoom {
  tables: Tables
  media: MediaBucket
  /** Epoch milliseconds. */
  now: () => number
}

export function deliveryRoomFromEnvironment(): DeliveryRoom {
  const { MEDIA_BUCKET } = readEnvironment('MEDIA_BUCKET')
  return {
    tables: tablesFromEnvironment(dynamoClient()),
    media: { client: s3Client(), name: MEDIA_BUCKET },
    now: Date.now,
  }
}

/**
 * Cuts, inspects and stores the subtitle of an entry, and closes the entry as done. If the entry was refunded meanwhile,
 * the stored files are removed again.
 * @throws BusinessError NO_SPEECH if there are no cues
 */
export async function writeSubtitle({ tables, media, now }: DeliveryRoom, ref: StepInput): Promise<void> {
  const entry = await openEntry(tables, ref)
  if (!entry) return
  const at = new Date(now()).toISOString()
  await moveEntry(tables, ref, { from: ['translating'], to: 'writing', at })
  const file = await requireJson(media, workKey(ref.uid, ref.key, 'sentences.json'), sentenceFile)
  const probe = await requireJson(media, workKey(ref.uid, ref.key, 'probe.json'), mediaProbe)
  const subtitle = subtitleOf(file, await translationsOf(media, ref, file), probe.durationMs, entry)
  if (subtitle.cues.length === 0) throw new BusinessError('NO_SPEECH', 'there are no cues')
  const keys = await store(media, entry, subtitle)
  const delivery = { srt_title: `${entry.title}.srt`, certificate: subtitle.certificate, at }
  if (await deliver(tables, ref, delivery)) {
    const waitedMinutes = Math.round((now() - Date.parse(entry.video_upload_time)) / 600) / 100
    const { cues, kept } = subtitle.certificate
    logCounted('delivery', 'video', 'subtitle delivered', { waitedMinutes, cues, kept })
    return
  }
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

/** Stores the subtitle in every format and returns the object keys. */
async function store(
  media: MediaBucket,
  { uid, title }: ArchiveEntry,
  { cues, sentences }: Subtitle,
): Promise<string[]> {
  const subRip = 'application/x-subrip; charset=utf-8'
  const objects: [key: string, body: string, type: string][] = [
    [subtitleKey(uid, title, 'srt'), formatSrt(cues), subRip],
    [subtitleKey(uid, title, 'vtt'), formatVtt(cues), 'text/vtt; charset=utf-8'],
    [subtitleKey(uid, title, 'bilingual'), formatBilingualSrt(cues, sentences), subRip],
    [cuesKey(uid, title), JSON.stringify(previewOf(cues, sentences)), 'application/json'],
  ]
  await Promise.all(objects.map(([key, body, type]) => writeObject(media, key, body, type)))
  return objects.map(([key]) => key)
}

interface Subtitle {
  cues: Cue[]
  /** The sentences that the cues show, with the sounds if the profile has them. */
  sentences: readonly Sentence[]
  certificate: Certificate
}

/** Cuts and inspects the cues of an entry. */
function subtitleOf(
  file: SentenceFile,
  translations: TranslationFile,
  mediaEndMs: number,
  entry: Pick<ArchiveEntry, 'profile' | 'register'>,
): Subtitle {
  const profile = PROFILES[entry.profile]
  const korean = new Map(Object.entries(translations).map(([id, each]) => [id, each.korean]))
  const shown = withSounds(file.sentences, korean, profile.sounds ? file.sounds : [])
  const { sentences } = shown
  const cut = cuesFromSentences(sentences, shown.translations, profile, mediaEndMs)
  const checked = withRegisterFlags(cut, shown.translations, entry.register)
  const cues = checked.map(cue => withDoubts(cue, translations))
  const { cues: count, kept, flags } = certificateFromInspection(inspectCues(cues, profile, sentences))
  const steppedIn = Object.values(translations).filter(each => each.steppedIn).length
  return {
    cues,
    sentences,
    certificate: {
      cues: count,
      kept,
      flags,
      source: file.source,
      rehearsal: file.rehearsal,
      ...(steppedIn > 0 && { steppedIn }),
    },
  }
}

/** Problems that make a translation doubtful. Missing numbers are not among them: the engine flags them itself. */
const DOUBTS = new Set(['empty', 'noHangul', 'tooShort', 'tooLong', 'duplicate', 'glossary'])

function withDoubts(cue: Cue, translations: TranslationFile): Cue {
  const doubtful = cue.sentenceIds.some(id => translations[id]?.problems.some(problem => DOUBTS.has(problem)))
  const flag: Flag = 'translation'
  return doubtful && !cue.flags.includes(flag) ? { ...cue, flags: [...cue.flags, flag] } : cue
}

/** The cues as the page's preview reads them, each with the English spoken in it. */
function previewOf(cues: readonly Cue[], sentences: readonly Sentence[]): z.output<typeof previewCue>[] {
  const english = englishOf(cues, sentences)
  return cues.map(({ startMs, endMs, lines, flags }, i) => ({
    startMs,
    endMs,
    lines: [...lines],
    flags: [...flags],
    english: english[i],
  }))
}
