import * as z from 'zod'

/** `probe.json`: what the samples of the media say. */
export const mediaProbe = z.object({
  /** Sum of the sample durations of the longest track. */
  durationMs: z.int(),
})
export type MediaProbe = z.infer<typeof mediaProbe>

/** `captions.json`: an English caption track that a person made; times from the start of the media. */
export const captionTrack = z.object({
  /** As the host names it: `en`, `en-GB`, ... */
  language: z.string(),
  captions: z.array(z.object({ startMs: z.int(), endMs: z.int(), text: z.string() })),
})
export type CaptionTrack = z.infer<typeof captionTrack>

const word = z.object({
  text: z.string(),
  startMs: z.int(),
  endMs: z.int(),
  confidence: z.number(),
  after: z.string(),
  speaker: z.string().optional(),
})

/** `sentences.json`: the speech in sentences, and how they are divided for translation. */
export const sentenceFile = z.object({
  source: z.enum(['recognition', 'captions']),
  /** A rehearsal engine of the local cloud stood in for the recognizer. */
  rehearsal: z.boolean(),
  sentences: z.array(
    z.object({ id: z.string(), text: z.string(), words: z.array(word), startMs: z.int(), endMs: z.int() }),
  ),
  /** Batch number n holds the sentences from `first` on, `count` of them. */
  batches: z.array(z.object({ first: z.int(), count: z.int() })),
})
export type SentenceFile = z.infer<typeof sentenceFile>

/** `translations/{batch}.json`: by sentence id; `problems` are those that no repair mended. */
export const translationFile = z.record(z.string(), z.object({ korean: z.string(), problems: z.array(z.string()) }))
export type TranslationFile = z.infer<typeof translationFile>
