import type * as z from 'zod'
import { characterBudget, PROFILES, type Sentence } from '#subtitle-engine'
import type { ArchiveEntry, Register } from '../contract/archive-entry.ts'
import { type BatchFile, batchFile } from '../contract/batch.ts'
import { type Brief, brief } from '../contract/brief.ts'
import { type ModelGone, modelGone, type TranslationFile, translationFile, workKey } from '../contract/media-objects.ts'
import type { StepInput, translateBatchInput } from '../contract/workflow.ts'
import { openEntry } from '../records/archive.ts'
import { type BaseDeps, baseDeps } from '../records/base-deps.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { logCounted } from '../runtime/log.ts'
import { type MediaBucket, readJson, requireJson, writeJson } from '../runtime/media-bucket.ts'
import { briefGlossary } from './brief.ts'
import { type Assignment, type Translators, translateFaithfully } from './faithful.ts'
import { type Patience, patienceWith } from './patience.ts'
import { type Glossary, mergedGlossary, parseGlossary, readUserGlossary } from './terms.ts'
import type { Talk } from './translator.ts'
import { translatorsFromEnvironment } from './translators.ts'

/** Dependencies of the translation step. */
export interface TranslationDeps extends BaseDeps {
  translators: Translators
  patience: Pick<Patience, 'batchMs' | 'videoMs'>
  /** The operator's glossary; the user's comes with the batch. */
  glossary: Glossary
}

/** @throws if the environment names an unknown translator or holds a malformed glossary */
export function translationDepsFromEnvironment(): TranslationDeps {
  const { GLOSSARY, BEDROCK_MODEL_ID } = readEnvironment('GLOSSARY', 'BEDROCK_MODEL_ID')
  return {
    ...baseDeps(),
    translators: translatorsFromEnvironment(),
    patience: patienceWith(BEDROCK_MODEL_ID),
    glossary: parseGlossary(GLOSSARY),
  }
}

/** After the model was found gone, the video's batches skip it for this long; then one batch tries it again. */
const BREAK_MS = 5 * 60_000

/** Translates and stores batches of an entry's sentences, one after another. A stored batch is not translated again. */
export async function translateBatch(
  deps: TranslationDeps,
  { uid, key, batch }: z.infer<typeof translateBatchInput>,
): Promise<void> {
  const entry = await openEntry(deps.tables, { uid, key })
  if (!entry) return
  const known = await readJson(deps.media, workKey(uid, key, 'brief.json'), brief)
  for (const number of [batch].flat()) await translateOne(deps, entry, known, number)
}

async function translateOne(
  { media, translators, patience, glossary, now }: TranslationDeps,
  entry: ArchiveEntry,
  known: Brief | undefined,
  batch: number,
): Promise<void> {
  const { uid, key } = entry
  const target = workKey(uid, key, `translations/${batch}.json`)
  const [file, stored] = await Promise.all([
    requireJson(media, workKey(uid, key, `batches/${batch}.json`), batchFile),
    readJson(media, target, translationFile),
  ])
  if (isTranslationOf(stored, file.sentences)) return
  const startedAt = now()
  const [translated, giveUpAt] = await Promise.all([
    translatedBefore(media, { uid, key }, file, batch),
    chooseGiveUpTime(media, patience, entry, startedAt),
  ])
  const translations = await translateFaithfully(translators, {
    ...buildAssignment(file, entry, known),
    translated,
    register: translators.main.learns ? resolveRegister(entry.register, known) : entry.register,
    glossary: mergedGlossary(glossary, readUserGlossary(file.terms), briefGlossary(known)),
    giveUpAt,
    // A batch that did not call the model has no news about it.
    onGone: async () => {
      if (giveUpAt > startedAt)
        await writeJson(media, workKey(uid, key, 'model-gone.json'), { at: now() } satisfies ModelGone)
    },
  })
  await writeJson(media, target, translations)
  const all = Object.values(translations)
  logCounted('translation', 'video', 'batch translated', {
    batch,
    sentences: file.sentences.length,
    flagged: all.filter(({ problems }) => problems.length > 0).length,
    steppedIn: all.filter(({ steppedIn }) => steppedIn).length,
  })
}

/**
 * Until when the model is called, in epoch milliseconds. Zero time if it is known to be gone for this video, so that an
 * unavailable model does not delay every batch by minutes.
 */
async function chooseGiveUpTime(
  media: MediaBucket,
  { batchMs, videoMs }: TranslationDeps['patience'],
  entry: ArchiveEntry,
  now: number,
): Promise<number> {
  const gone = await readJson(media, workKey(entry.uid, entry.key, 'model-gone.json'), modelGone)
  if (gone && now - gone.at < BREAK_MS) return now
  const startedAt = Date.parse(entry.changed_at ?? entry.video_upload_time)
  return Math.min(now + batchMs, startedAt + videoMs + entry.duration_seconds * 500)
}

/**
 * The one polite style of a talk: if batches chose for themselves, a model would mix 해요 and 합니다. Amazon Translate cannot
 * choose between them, so its 합니다 must not count as a fault.
 */
function resolveRegister(register: Register, known: Brief | undefined): Register {
  return register === 'polite' ? (known?.register ?? 'haeyo') : register
}

/** Builds the assignment from the batch's file. */
function buildAssignment(
  { sentences, before, after }: BatchFile,
  { profile }: Pick<ArchiveEntry, 'profile'>,
  known: Brief | undefined,
): Pick<
  Assignment,
  'sentences' | 'talk' | 'corrections' | 'before' | 'after' | 'budgets' | 'lineCharacters' | 'cutting'
> {
  const english = (some: readonly { text: string }[]) => some.map(({ text }) => text)
  const starts = [...sentences, ...after].map(({ startMs }) => startMs)
  return {
    sentences,
    talk: known && talkOf(known),
    corrections: known?.corrections,
    before: english(before),
    after: english(after),
    lineCharacters: PROFILES[profile].lineCharacters,
    cutting: { profile: PROFILES[profile], nextMs: after[0]?.startMs },
    budgets: new Map(
      sentences.map((sentence, i) => [sentence.id, characterBudget(sentence, PROFILES[profile], starts[i + 1])]),
    ),
  }
}

function talkOf({ subject, tone, speakers, numbers, units }: Brief): Talk {
  return { subject, tone, speakers, numbers, units }
}

/** The Korean of the last sentences before a batch, if the previous batch is already translated. */
async function translatedBefore(
  media: MediaBucket,
  { uid, key }: StepInput,
  { before }: BatchFile,
  batch: number,
): Promise<string[]> {
  if (batch === 0) return []
  const stored = await readJson(media, workKey(uid, key, `translations/${batch - 1}.json`), translationFile)
  return before.flatMap(({ id }) => stored?.[id]?.korean || [])
}

function isTranslationOf(stored: TranslationFile | undefined, sentences: readonly Sentence[]): boolean {
  return (
    stored !== undefined && sentences.every(({ id }) => id in stored) && Object.keys(stored).length === sentences.length
  )
}
