import * as z from 'zod'
import { mediaProbe, type SentenceFile, workKey } from '../contract/media-objects.ts'
import type { StepInput } from '../contract/workflow.ts'
import { moveEntry, openEntry } from '../records/archive.ts'
import type { Tables } from '../records/tables.ts'
import { type MediaBucket, requireJson, writeJson } from '../runtime/media-bucket.ts'
import { BusinessError } from '../runtime/step.ts'
import { SubtitleError, sentencesFromTranscript, type Transcript, transcriptFromAmazon } from '../subtitle/index.ts'
import { batchesOf } from './batches.ts'
import { refuseOtherLanguage } from './check-transcription.ts'

export interface Reading {
  tables: Tables
  media: MediaBucket
  /** Epoch milliseconds. */
  now: () => number
}

/** What is read here of a result of Amazon Transcribe; the engine reads the words. */
const resultFile = z.looseObject({
  /** The local cloud's rehearsal engine wrote it. */
  rehearsal: z.boolean().default(false),
  /** It was made from a person's caption track. */
  captions: z.boolean().default(false),
  results: z.looseObject({
    language_code: z.string().optional(),
    language_identification: z.array(z.looseObject({ code: z.string() })).default([]),
  }),
})

/** Words may end this much after the probed end: recognizers round, and captions are timed by hand. */
const SLACK_MS = 30_000

/**
 * Turns the transcript into sentences and divides them into batches.
 * @returns numbers of the batches
 * @throws BusinessError NOT_ENGLISH, NO_SPEECH, DAMAGED_VIDEO or ENGINE_ERROR
 */
export async function readTranscript({ tables, media, now }: Reading, ref: StepInput): Promise<{ batches: number[] }> {
  if (!(await openEntry(tables, ref))) return { batches: [] }
  const file = await requireJson(media, workKey(ref.uid, ref.key, 'transcript.json'), resultFile)
  const probe = await requireJson(media, workKey(ref.uid, ref.key, 'probe.json'), mediaProbe)
  refuseOtherLanguage(file.results.language_code ?? file.results.language_identification[0]?.code)
  const transcript = wordsOf(file)
  if (transcript.words.length === 0) throw new BusinessError('NO_SPEECH', 'no word was heard')
  // Sound far behind the length that was charged: the file lied about it.
  if (!file.captions && transcript.durationMs > probe.durationMs * 1.05 + SLACK_MS)
    throw new BusinessError('DAMAGED_VIDEO', `words at ${transcript.durationMs} ms of ${probe.durationMs}`)
  const sentences = sentencesFromTranscript(transcript)
  const batches = batchesOf(sentences)
  await writeJson(media, workKey(ref.uid, ref.key, 'sentences.json'), {
    source: file.captions ? 'captions' : 'recognition',
    rehearsal: file.rehearsal,
    sentences,
    batches,
  } satisfies SentenceFile)
  await moveEntry(tables, ref, { from: ['listening'], to: 'translating', at: new Date(now()).toISOString() })
  return { batches: batches.map((_, number) => number) }
}

function wordsOf(file: unknown): Transcript {
  try {
    return transcriptFromAmazon(file)
  } catch (cause) {
    if (cause instanceof SubtitleError)
      throw new BusinessError('ENGINE_ERROR', 'the transcript cannot be read', { cause })
    throw cause
  }
}
