import type * as z from 'zod'
import { characterBudget, PROFILES, type Sentence } from '#subtitle-engine'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { type BatchFile, batchFile } from '../contract/batch.ts'
import { type Brief, brief } from '../contract/brief.ts'
import { type TranslationFile, translationFile, workKey } from '../contract/media-objects.ts'
import type { StepInput, translateBatchInput } from '../contract/workflow.ts'
import { openEntry } from '../records/archive.ts'
import { type BaseDeps, baseDeps } from '../records/base-deps.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { log } from '../runtime/log.ts'
import { type MediaBucket, readJson, requireJson, writeJson } from '../runtime/media-bucket.ts'
import { briefGlossary } from './brief.ts'
import { type Assignment, type Translators, translateFaithfully } from './faithful.ts'
import { type Glossary, mergedGlossary, parseGlossary, readUserGlossary } from './terms.ts'
import type { Talk } from './translator.ts'
import { translatorsFromEnvironment } from './translators.ts'

/** Dependencies of the translating step. */
export interface TranslationDeps extends BaseDeps {
  translators: Translators
  /** The operator's. */
  glossary: Glossary
}

/** @throws if the environment names an unknown translator or holds a malformed glossary */
export function translationDepsFromEnvironment(): TranslationDeps {
  const { GLOSSARY } = readEnvironment('GLOSSARY')
  return {
    ...baseDeps(),
    translators: translatorsFromEnvironment(),
    glossary: parseGlossary(GLOSSARY),
  }
}

/** How long a model is asked about one batch; what is left of the step's time belongs to the plain translator. */
const PATIENCE_MS = 9 * 60_000

/** Translates and stores one batch of an entry's sentences; a batch that is stored already stays as it is. */
export async function translateBatch(
  { tables, media, translators, glossary, now }: TranslationDeps,
  { uid, key, batch }: z.infer<typeof translateBatchInput>,
): Promise<void> {
  const entry = await openEntry(tables, { uid, key })
  if (!entry) return
  const target = workKey(uid, key, `translations/${batch}.json`)
  const [file, stored] = await Promise.all([
    requireJson(media, workKey(uid, key, `batches/${batch}.json`), batchFile),
    readJson(media, target, translationFile),
  ])
  if (isOf(stored, file.sentences)) return
  const [known, translated] = await Promise.all([
    readJson(media, workKey(uid, key, 'brief.json'), brief),
    translatedBefore(media, { uid, key }, file, batch),
  ])
  const translations = await translateFaithfully(translators, {
    ...assignmentOf(file, entry, known),
    translated,
    register: entry.register,
    glossary: mergedGlossary(glossary, readUserGlossary(file.terms), briefGlossary(known)),
    giveUpAt: now() + PATIENCE_MS,
  })
  await writeJson(media, target, translations)
  const all = Object.values(translations)
  log('info', 'video', 'batch translated', {
    batch,
    sentences: file.sentences.length,
    flagged: all.filter(({ problems }) => problems.length > 0).length,
    steppedIn: all.filter(({ steppedIn }) => steppedIn).length,
  })
}

/** What the file of a batch says about it. */
function assignmentOf(
  { sentences, before, after }: BatchFile,
  { profile }: Pick<ArchiveEntry, 'profile'>,
  known: Brief | undefined,
): Pick<Assignment, 'sentences' | 'talk' | 'before' | 'after' | 'budgets'> {
  const english = (some: readonly { text: string }[]) => some.map(({ text }) => text)
  const starts = [...sentences, ...after].map(({ startMs }) => startMs)
  return {
    sentences,
    talk: known && talkOf(known),
    before: english(before),
    after: english(after),
    budgets: new Map(
      sentences.map((sentence, i) => [sentence.id, characterBudget(sentence, PROFILES[profile], starts[i + 1])]),
    ),
  }
}

function talkOf({ subject, tone, speakers, numbers, units }: Brief): Talk {
  return { subject, tone, speakers, numbers, units }
}

/** Korean of the last sentences before a batch, where the batch before is translated already. */
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

function isOf(stored: TranslationFile | undefined, sentences: readonly Sentence[]): boolean {
  return (
    stored !== undefined && sentences.every(({ id }) => id in stored) && Object.keys(stored).length === sentences.length
  )
}
