import type * as z from 'zod'
import type { Register } from '../contract/archive-entry.ts'
import {
  type SentenceFile,
  sentenceFile,
  type TranslationFile,
  translationFile,
  workKey,
} from '../contract/media-objects.ts'
import type { translateBatchInput } from '../contract/workflow.ts'
import { openEntry } from '../records/archive.ts'
import type { Tables } from '../records/tables.ts'
import { log } from '../runtime/log.ts'
import { type MediaBucket, readJson, requireJson, writeJson } from '../runtime/media-bucket.ts'
import { characterBudget, koreanProfile, type Sentence } from '../subtitle/index.ts'
import { type Assignment, type Translators, translateFaithfully } from './faithful.ts'
import type { Glossary } from './translator.ts'

export interface Translation {
  tables: Tables
  media: MediaBucket
  translators: Translators
  glossary: Glossary
}

/** Sentences before and after a batch that its translator sees. */
const CONTEXT = 2

/** Translates one batch of an entry's sentences and stores it; a batch that is stored already is left as it is. */
export async function translateBatch(
  { tables, media, translators, glossary }: Translation,
  { uid, key, batch }: z.infer<typeof translateBatchInput>,
): Promise<void> {
  const entry = await openEntry(tables, { uid, key })
  if (!entry) return
  const file = await requireJson(media, workKey(uid, key, 'sentences.json'), sentenceFile)
  const task = assignmentOf(file, batch, entry.register, glossary)
  const target = workKey(uid, key, `translations/${batch}.json`)
  if (isOf(await readJson(media, target, translationFile), task.sentences)) return
  const translations = await translateFaithfully(translators, task)
  await writeJson(media, target, translations)
  const flagged = Object.values(translations).filter(({ problems }) => problems.length > 0).length
  log('info', 'batch translated', { key, batch, sentences: task.sentences.length, flagged })
}

function assignmentOf(file: SentenceFile, batch: number, register: Register, glossary: Glossary): Assignment {
  const part = file.batches[batch]
  if (!part) throw new Error(`there is no batch ${batch}`)
  const end = part.first + part.count
  const english = (sentences: Sentence[]) => sentences.map(({ text }) => text)
  const budget = (at: number, sentence: Sentence) =>
    characterBudget(sentence, koreanProfile, file.sentences[at + 1]?.startMs)
  const sentences = file.sentences.slice(part.first, end)
  return {
    sentences,
    before: english(file.sentences.slice(Math.max(0, part.first - CONTEXT), part.first)),
    after: english(file.sentences.slice(end, end + CONTEXT)),
    register,
    glossary,
    budgets: new Map(sentences.map((sentence, i) => [sentence.id, budget(part.first + i, sentence)])),
  }
}

function isOf(stored: TranslationFile | undefined, sentences: readonly Sentence[]): boolean {
  return (
    stored !== undefined && sentences.every(({ id }) => id in stored) && Object.keys(stored).length === sentences.length
  )
}
