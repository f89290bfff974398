import * as z from 'zod'
import { soundLengthMs } from '#mp4-sound'
import {
  type Scripted,
  SubtitleError,
  sentencesFromTranscript,
  soundsFromTranscript,
  type Transcript,
  transcriptFromAmazon,
  unheardIn,
  type Word,
  withScript,
} from '#subtitle-engine'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { buildBatchFile } from '../contract/batch.ts'
import {
  type MediaProbe,
  mediaProbe,
  type SentenceFile,
  scriptKey,
  soundKey,
  subtitleTranscript,
  workKey,
} from '../contract/media-objects.ts'
import { script } from '../contract/script.ts'
import { isoNow } from '../contract/time.ts'
import type { StepInput, TranscriptBatches } from '../contract/workflow.ts'
import { moveEntry, openEntry } from '../records/archive.ts'
import type { BaseDeps } from '../records/base-deps.ts'
import { readTermsFor } from '../records/glossary.ts'
import { log, logCounted } from '../runtime/log.ts'
import { type MediaBucket, readJson, requireJson, writeJson } from '../runtime/media-bucket.ts'
import { inParallel } from '../runtime/parallel.ts'
import { BusinessError } from '../runtime/step.ts'
import { type Batching, divideIntoBatches, translationOrder } from './batches.ts'
import { withComparableConfidence } from './confidence.ts'
import { toFilmTimes } from './film-times.ts'
import { type Hearing, isHeard } from './heard.ts'
import { joinParts, type TranscribedPart } from './join-parts.ts'
import { refuseOtherLanguage, refuseUnsureWords } from './language.ts'

/** The fields of Amazon Transcribe's result that this step needs; the engine reads the words. */
const resultFile = z.looseObject({
  /** True if the local cloud's rehearsal engine wrote it. */
  rehearsal: z.boolean().default(false),
  /** Name of the engine that transcribed it; absent for Amazon Transcribe. */
  engine: z.string().max(100).optional(),
  /** True if it was made from a hand-written caption track. */
  captions: z.boolean().default(false),
  results: z.looseObject({
    language_code: z.string().optional(),
    language_identification: z.array(z.looseObject({ code: z.string() })).default([]),
  }),
})

export interface ReadDeps extends BaseDeps {
  hearing: Hearing
  batching: Batching
}

/** Words may end this long after the end of the sound, because Amazon rounds times. */
const SLACK_MS = 5_000
/** Batch files written concurrently: as many as the client has connections. */
const WRITTEN_AT_ONCE = 50

/**
 * Turns the transcript into sentences and divides them into batches. Stores all sentences in one file, and one file per
 * batch with the terms of the user and of the series, unless the submission turned them off.
 * @returns numbers of the batches to translate, in the order of their translation
 * @throws BusinessError NOT_ENGLISH, NO_SPEECH, DAMAGED_VIDEO or ENGINE_ERROR
 */
export async function readTranscript(deps: ReadDeps, ref: StepInput): Promise<TranscriptBatches> {
  const { tables, media, batching, now } = deps
  const entry = await openEntry(tables, ref)
  if (!entry) return { batches: [] }
  const probe = await requireJson(media, workKey(ref.uid, ref.key, 'probe.json'), mediaProbe)
  const { transcript, captions, rehearsal, engine, isLanguageAssumed, isBeyondSound } = await readSpeech(
    deps,
    ref,
    probe,
  )
  if (transcript.words.length === 0) throw new BusinessError('NO_SPEECH', 'the transcript has no words')
  if (!captions && !rehearsal) countWords(transcript)
  if (isLanguageAssumed) refuseUnsureWords(transcript.words)
  // Words beyond the charged length mean that the frames contained more sound than their headers declare.
  if (isBeyondSound) throw new BusinessError('DAMAGED_VIDEO', `words beyond the ${probe.durationMs} ms of sound`)
  const words = withComparableConfidence(transcript.words)
  const scripted = await compareWithScript(media, entry, words)
  const sentences = sentencesFromTranscript({ ...transcript, words: scripted?.words ?? words })
  const batches = divideIntoBatches(sentences, batching)
  await writeJson(media, workKey(ref.uid, ref.key, 'sentences.json'), {
    source: captions ? 'captions' : 'recognition',
    rehearsal,
    ...(engine !== undefined && { engine }),
    sentences,
    sounds: soundsFromTranscript(transcript),
    // Hand-made captions miss no speech in pauses, because their author listened to them.
    unheard: captions ? [] : unheardIn(transcript),
    ...(scripted && { script: { ...pickComparison(scripted), of: words.length } }),
    batches,
  } satisfies SentenceFile)
  // A snapshot: if terms changed while batches are translated, one name would get two forms.
  const terms = await readTermsFor(tables, entry)
  const write = (batch: number) =>
    writeJson(
      media,
      workKey(ref.uid, ref.key, `batches/${batch}.json`),
      buildBatchFile({ sentences, batches }, terms, batch),
    )
  await inParallel(batches.keys(), WRITTEN_AT_ONCE, write)
  await moveEntry(tables, ref, { from: ['listening'], to: 'translating', at: isoNow({ now }) })
  return { batches: translationOrder(batches.length, batching.lanes) }
}

/** The words with the spelling and punctuation of the user's script; `undefined` without a script, or after it has expired. */
async function compareWithScript(
  media: MediaBucket,
  { uid, script: id }: ArchiveEntry,
  words: readonly Word[],
): Promise<Scripted | undefined> {
  const given = id === undefined ? undefined : await readJson(media, scriptKey(uid, id), script)
  if (!given || given.text === '') return undefined
  const scripted = withScript(words, given.text)
  const { differences, confirmed } = scripted
  log('info', 'video', 'script aligned', { words: words.length, confirmed, differences: differences.length })
  return scripted
}

/** Maximum differences to keep: nobody would review more. */
const MOST_DIFFERENCES = 500

function pickComparison({ differences, confirmed }: Scripted) {
  return { differences: differences.slice(0, MOST_DIFFERENCES), confirmed }
}

/** Logs the words and the sum of their confidences, for the mean confidence of a day. */
function countWords({ words }: Transcript): void {
  const sum = words.reduce((total, { confidence }) => total + confidence, 0)
  logCounted('words', 'video', 'words transcribed', { words: words.length, confidence: Math.round(sum * 100) / 100 })
}

/** The speech of a recording. */
interface Speech {
  transcript: Transcript
  /** Made from a hand-written caption track. */
  captions: boolean
  rehearsal: boolean
  engine: string | undefined
  /** No part had its language identified. */
  isLanguageAssumed: boolean
  /** A transcript has words after the end of its sound. */
  isBeyondSound: boolean
}

/** The transcript of the whole sound, or the joined transcripts of its parts. They are read one at a time because each may
 * have several megabytes. */
async function readSpeech(deps: ReadDeps, ref: StepInput, probe: MediaProbe): Promise<Speech> {
  const { media } = deps
  const { timeline } = probe
  const spans = probe.parts ?? [{ startMs: 0, endMs: timeline ? soundLengthMs(timeline) : probe.durationMs }]
  const partNumber = (i: number) => (probe.parts ? i : undefined)
  const heard = await Promise.all(spans.map((_, i) => isHeard(deps, ref, partNumber(i))))
  const read = (i: number) =>
    requireJson(media, soundKey(ref, partNumber(i), heard[i] ? 'heard.json' : 'transcript.json'), resultFile)
  const first = await read(0)
  // The parts are counted before anything is refused, because Amazon charges for every part that it receives, even
  // then.
  if (!first.captions) {
    const transcribedMs = spans.reduce((sum, { startMs, endMs }, i) => sum + (heard[i] ? 0 : endMs - startMs), 0)
    logCounted('recognition', 'video', 'sound heard', { minutes: Math.round(transcribedMs / 600) / 100 })
  }
  const parts: TranscribedPart[] = []
  let rehearsal = false
  let engine: string | undefined
  let isLanguageAssumed = true
  let isBeyondSound = false
  for (const [part, span] of spans.entries()) {
    const file = part === 0 ? first : await read(part)
    refuseOtherLanguage(file.results.language_code ?? file.results.language_identification[0]?.code)
    const transcript = readWords(file)
    parts.push({ span, transcript })
    isBeyondSound ||= !file.captions && transcript.durationMs > span.endMs - span.startMs + SLACK_MS
    rehearsal ||= file.rehearsal
    engine ??= file.engine
    isLanguageAssumed &&= isAssumedEnglish(file)
  }
  const joined = joinParts(parts)
  // A hand-made track has the times of the film; a transcription has those of the sound that it was made from.
  const transcript = timeline && !first.captions ? toFilmTimes(joined, timeline) : joined
  return { transcript, captions: first.captions, rehearsal, engine, isLanguageAssumed, isBeyondSound }
}

/** True if Amazon was told to transcribe English. Rehearsals and captions have no meaningful confidence. */
function isAssumedEnglish({ captions, rehearsal, results }: z.infer<typeof resultFile>): boolean {
  return !captions && !rehearsal && results.language_identification.length === 0
}

function readWords(file: unknown): Transcript {
  const submitted = subtitleTranscript.safeParse(file)
  if (submitted.success) return submitted.data.transcript
  try {
    return transcriptFromAmazon(file)
  } catch (cause) {
    if (cause instanceof SubtitleError)
      throw new BusinessError('ENGINE_ERROR', 'the transcript cannot be read', { cause })
    throw cause
  }
}
