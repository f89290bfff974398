import * as z from 'zod'
import type { SubtitleFormat } from './title.ts'

/** Objects of the media bucket, by what they are. `videos/` and `work/` expire after 3 days, `srts/` stay. */
export const VIDEOS = 'videos/'
export const WORK = 'work/'
export const SUBTITLES = 'srts/'

/** The upload of an entry: `videos/{uid}/{title}`; the title begins with the key. */
export function videoKey(uid: string, title: string): string {
  return `${VIDEOS}${uid}/${title}`
}

/** Owner and archive key of an upload, or `undefined` for a key of another shape. */
export function entryOfVideoKey(objectKey: string): { uid: string; key: string } | undefined {
  const parts = /^videos\/([^/]+)\/(\d{14})_[^/]+$/.exec(objectKey)
  return parts?.[1] && parts[2] ? { uid: parts[1], key: parts[2] } : undefined
}

/** An artifact of the workflow: `work/{uid}/{key}/{name}`. */
export function workKey(uid: string, key: string, name: WorkObject | `translations/${number}.json`): string {
  return `${WORK}${uid}/${key}/${name}`
}

/**
 * `source.mp4` the copy that is heard, `probe.json` its length, `captions.json` a human's caption track,
 * `transcript.json` Amazon's result, `sentences.json` what is translated; their shapes are in `work-objects.ts`.
 */
export type WorkObject = 'source.mp4' | 'probe.json' | 'captions.json' | 'transcript.json' | 'sentences.json'

/** A finished subtitle: `srts/{uid}/{title}.srt` and its siblings. */
export function subtitleKey(uid: string, title: string, format: SubtitleFormat = 'srt'): string {
  return `${SUBTITLES}${uid}/${title}${{ srt: '.srt', vtt: '.vtt', bilingual: '.en-ko.srt' }[format]}`
}

/** What the preview reads: cues with flags, as JSON. */
export function cuesKey(uid: string, title: string): string {
  return `${SUBTITLES}${uid}/${title}.cues.json`
}

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
