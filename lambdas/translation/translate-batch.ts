import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { TranslateClient } from '@aws-sdk/client-translate'
import * as z from 'zod'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import {
  type SentenceFile,
  sentenceFile,
  type TranslationFile,
  translationFile,
  workKey,
} from '../contract/media-objects.ts'
import type { translateBatchInput } from '../contract/workflow.ts'
import { openEntry } from '../records/archive.ts'
import { type Tables, tablesFromEnvironment } from '../records/tables.ts'
import { dynamoClient, s3Client } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { log } from '../runtime/log.ts'
import { type MediaBucket, readJson, requireJson, writeJson } from '../runtime/media-bucket.ts'
import { clockAndDice, type Retry } from '../runtime/retry.ts'
import { characterBudget, PROFILES, type Sentence } from '../subtitle/index.ts'
import { amazonTranslate } from './amazon-translate.ts'
import { bedrock } from './bedrock.ts'
import { type Assignment, type Translators, translateFaithfully } from './faithful.ts'
import { type Glossary, parseGlossary } from './translator.ts'

/** Dependencies of the translating step. */
export interface TranslationRoom {
  tables: Tables
  media: MediaBucket
  translators: Translators
  glossary: Glossary
}

/** @throws if the environment names an unknown translator or holds a malformed glossary */
export function translationRoomFromEnvironment(): TranslationRoom {
  const names = readEnvironment('MEDIA_BUCKET', 'TRANSLATOR', 'BEDROCK_MODEL_ID', 'GLOSSARY')
  return {
    tables: tablesFromEnvironment(dynamoClient()),
    media: { client: s3Client(), name: names.MEDIA_BUCKET },
    translators: translatorsOf(translatorName.parse(names.TRANSLATOR), names.BEDROCK_MODEL_ID),
    glossary: parseGlossary(names.GLOSSARY),
  }
}

const translatorName = z.enum(['amazon-translate', 'bedrock'])

/** Beyond the SDK's own retries. */
const RETRY: Retry = { attempts: 5, firstMs: 1000, longestMs: 20_000, ...clockAndDice }

/** A request without an answer for this long is sent again. */
const ANSWER_MS = 60_000

/** The configured translators; behind a model, Amazon Translate is the plain one. */
function translatorsOf(name: z.infer<typeof translatorName>, modelId: string): Translators {
  const requestHandler = { requestTimeout: ANSWER_MS }
  const plain = amazonTranslate(new TranslateClient({ maxAttempts: 5, requestHandler }), RETRY)
  if (name === 'amazon-translate') return { main: plain, plain }
  // Only our own retries: the SDK's five inside each of ours would outlast the step.
  const client = new BedrockRuntimeClient({ maxAttempts: 1, requestHandler })
  return { main: bedrock(client, modelId, RETRY), plain }
}

/** Sentences before and after a batch that the translator sees as context. */
const CONTEXT = 2

/** Translates and stores one batch of an entry's sentences; a batch that is stored already stays as it is. */
export async function translateBatch(
  { tables, media, translators, glossary }: TranslationRoom,
  { uid, key, batch }: z.infer<typeof translateBatchInput>,
): Promise<void> {
  const entry = await openEntry(tables, { uid, key })
  if (!entry) return
  const file = await requireJson(media, workKey(uid, key, 'sentences.json'), sentenceFile)
  const task = assignmentOf(file, batch, entry, glossary)
  const target = workKey(uid, key, `translations/${batch}.json`)
  if (isOf(await readJson(media, target, translationFile), task.sentences)) return
  const translations = await translateFaithfully(translators, task)
  await writeJson(media, target, translations)
  const flagged = Object.values(translations).filter(({ problems }) => problems.length > 0).length
  log('info', 'video', 'batch translated', { batch, sentences: task.sentences.length, flagged })
}

function assignmentOf(
  file: SentenceFile,
  batch: number,
  { register, profile }: Pick<ArchiveEntry, 'register' | 'profile'>,
  glossary: Glossary,
): Assignment {
  const part = file.batches[batch]
  if (!part) throw new Error(`there is no batch ${batch}`)
  const end = part.first + part.count
  const english = (sentences: Sentence[]) => sentences.map(({ text }) => text)
  const budget = (at: number, sentence: Sentence) =>
    characterBudget(sentence, PROFILES[profile], file.sentences[at + 1]?.startMs)
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
