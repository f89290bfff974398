import * as z from 'zod'
import type { SubtitleFormat } from './title.ts'

/** Prefixes of the media bucket: `videos/` and `work/` expire after 3 days, `srts/` stay. */
export const VIDEOS = 'videos/'
export const WORK = 'work/'
export const SUBTITLES = 'srts/'
/** Pattern of the keys of all transcribable sound, whole or in parts. IAM's `*` also matches slashes. */
export const SOUNDS = `${WORK}*/sound.mp4`
/** Patterns of what the submission of an English subtitle stores in place of a transcription. */
export const SUBTITLE_INPUTS = [`${WORK}*/transcript.json`, `${WORK}*/probe.json`]

/**
 * Prefix of our own recognizer's weights (`contract/hearing.ts`), which never expire. Only the operator writes them.
 */
export const HEARING = 'hearing/'
/** Patterns of the keys of hand-made caption tracks, and of our own recognizer's transcripts. */
export const CAPTIONS = `${WORK}*/captions.json`
export const HEARD = `${WORK}*/heard.json`

/** Pattern of the keys of all users' scripts. */
export const SCRIPTS = `${WORK}*/scripts/*.json`

/** Key of a user's script (`script.ts`). */
export function scriptKey(uid: string, id: string): string {
  return `${WORK}${uid}/scripts/${id}.json`
}

/**
 * Before it accepts a job, Amazon Transcribe writes this object to see whether it may: at the root of the bucket or
 * beside the transcript (reports differ).
 */
export const TRANSCRIBE_WRITE_CHECK = '.write_access_check_file.temp'

/** Key of an entry's upload: `videos/{uid}/{title}`; the title begins with the entry's key. */
export function videoKey(uid: string, title: string): string {
  return `${VIDEOS}${uid}/${title}`
}

/** Parses owner and archive key from the object key of an upload; `undefined` for any other object key. */
export function entryOfVideoKey(objectKey: string): { uid: string; key: string } | undefined {
  const parts = /^videos\/([^/]+)\/(\d{14})_[^/]+$/.exec(objectKey)
  return parts?.[1] && parts[2] ? { uid: parts[1], key: parts[2] } : undefined
}

/** Key of an object shared by the workflow's steps: `work/{uid}/{key}/{name}`. */
export function workKey(uid: string, key: string, name: WorkObject | PartObject | BatchObject): string {
  return `${WORK}${uid}/${key}/${name}`
}

/** Objects of one batch of sentences: its input (`batch.ts`), its Korean, and the check of its meaning (`finding.ts`). */
type BatchObject = `batches/${number}.json` | `translations/${number}.json` | `checks/${number}.json`

/**
 * `source.mp4` is the copy of the upload. `sound.mp4` contains its counted sound frames back to back, and is the only
 * file that is transcribed. `probe.json` states the sound's length and its place in the film. `captions.json` is a
 * hand-made caption track. `transcript.json` is the result of Amazon Transcribe, and `heard.json` is our own
 * recognizer's result in the same format. `sentences.json` is the text to translate. `brief.json` is what a model
 * writes about the whole talk.
 */
export type WorkObject =
  | 'source.mp4'
  | 'sound.mp4'
  | 'probe.json'
  | 'captions.json'
  | 'transcript.json'
  | 'heard.json'
  | 'sentences.json'
  | 'brief.json'
  | 'model-gone.json'

type SoundObject = 'sound.mp4' | 'transcript.json' | 'heard.json'
/** Sound and transcripts of one part. A recording transcribed in parts has no `sound.mp4`. */
export type PartObject = `parts/${number}/${SoundObject}`

/** Key of an object about the whole sound of an entry, or about one part of it. */
export function soundKey(ref: { uid: string; key: string }, part: number | undefined, name: SoundObject): string {
  return workKey(ref.uid, ref.key, part === undefined ? name : `parts/${part}/${name}`)
}

/**
 * Key of a finished subtitle: `srts/{uid}/{title}` with the format's suffix, preceded by the name of a saved version.
 */
export function subtitleKey(uid: string, title: string, format: SubtitleFormat = 'srt', version?: string): string {
  return `${versionKey(uid, title, version)}${{ srt: '.srt', vtt: '.vtt', bilingual: '.en-ko.srt' }[format]}`
}

/** Key of the JSON for the preview: cues with their flags. */
export function cuesKey(uid: string, title: string, version?: string): string {
  return `${versionKey(uid, title, version)}.cues.json`
}

/** Key of the generated sentences, words and translations (`project.ts`). */
export function projectKey(uid: string, title: string): string {
  return `${SUBTITLES}${uid}/${title}.project.json`
}

/** Key of the talk's brief, as written by a model or corrected by the owner (`brief.ts`). */
export function briefKey(uid: string, title: string): string {
  return `${SUBTITLES}${uid}/${title}.brief.json`
}

/** Pattern of the keys of all texts for YouTube. Only the function `askAgain` writes them. */
export const YOUTUBE_TEXTS = `${SUBTITLES}*.youtube.json`

/** Key of the title, description and chapters that a model wrote for YouTube (`youtube-text.ts`). */
export function youtubeTextKey(uid: string, title: string): string {
  return `${SUBTITLES}${uid}/${title}.youtube.json`
}

/** Key of the loudness of the sound: one byte for each `PEAK_MS`. */
export function peaksKey(uid: string, title: string): string {
  return `${SUBTITLES}${uid}/${title}.peaks.bin`
}

/** Key of the frame that the page captured of an upload. */
export function pictureKey(uid: string, title: string): string {
  return `${SUBTITLES}${uid}/${title}.jpg`
}

/** Key of the sentences of a saved version (`project.ts`). */
export function editsKey(uid: string, title: string, version: string): string {
  return `${versionKey(uid, title, version)}.edits.json`
}

function versionKey(uid: string, title: string, version: string | undefined): string {
  return `${SUBTITLES}${uid}/${title}${version === undefined ? '' : `.${version}`}`
}

/** Maximum parts of a recording: four hours in parts of ten minutes, fewer than the jobs that Amazon accepts per second. */
export const MOST_PARTS = 24
/**
 * Maximum parts of a recording that only Amazon Transcribe transcribes. With more parts, each job would be too short to
 * be worth its fixed cost.
 */
export const MOST_JOBS = 12
/** Minimum length of a part in seconds. Below this, the fixed cost of a job outweighs what a shorter part saves. */
export const PART_SECONDS = 600
/** Overlap on each side of a cut, in seconds. */
export const OVERLAP_SECONDS = 8

const soundSpan = z.object({ startMs: z.int(), endMs: z.int() })
/** A section of the sound. */
export type SoundSpan = z.infer<typeof soundSpan>

/** Maximum pieces of a timeline; `packages/mp4-sound` describes a clock that jumps more often less exactly. */
const MOST_PIECES = 10_000
const milliseconds = z.number().min(-1e9).max(1e9)
/** Where the sound is in the film (`packages/mp4-sound`). */
const timeline = z.object({
  shownFromMs: milliseconds,
  shownToMs: milliseconds,
  pieces: z
    .array(
      z.object({ soundMs: milliseconds, filmMs: milliseconds, lengthMs: milliseconds, filmLengthMs: milliseconds }),
    )
    .max(MOST_PIECES),
})

/** `probe.json`: the length of the media, and where its sound is in the film. */
export const mediaProbe = z.object({
  /** What a player shows, or the sound if that is longer; end of the last cue of a subtitle. */
  durationMs: z.int(),
  /** Absent if the times of the transcript are the film's, as in a subtitle. */
  timeline: timeline.optional(),
  /** Parts to transcribe concurrently, each overlapping the next; absent if the sound is transcribed as a whole. */
  parts: z.array(soundSpan).min(2).max(MOST_PARTS).optional(),
})
export type MediaProbe = z.infer<typeof mediaProbe>

const word = z.object({
  text: z.string(),
  startMs: z.int(),
  endMs: z.int(),
  confidence: z.number(),
  after: z.string(),
  speaker: z.string().optional(),
})

const transcript = z.object({
  words: z.array(word),
  /** End of the last cue. */
  durationMs: z.int(),
  dropped: z.array(word),
})

/** `captions.json`: a hand-made English caption track; times count from the start of the media. */
export const captionTrack = z.object({
  /** YouTube's name for it: `en`, `en-GB`, ... */
  language: z.string(),
  transcript,
})
export type CaptionTrack = z.infer<typeof captionTrack>

/** `transcript.json` made from an English subtitle or a caption track instead of a transcription. */
export const subtitleTranscript = z.object({
  captions: z.literal(true),
  results: z.object({ language_code: z.string() }),
  transcript,
})
export type SubtitleTranscript = z.infer<typeof subtitleTranscript>

/** A sentence of the speech, as the engine builds it. */
export const spokenSentence = z.object({
  id: z.string(),
  text: z.string(),
  words: z.array(word),
  startMs: z.int(),
  endMs: z.int(),
})

/** `sentences.json`: the speech as sentences, and their batches for translation. */
export const sentenceFile = z.object({
  source: z.enum(['recognition', 'captions']),
  /** True if a rehearsal engine of the local cloud replaced the transcription. */
  rehearsal: z.boolean(),
  /** Name of the local engine that transcribed it; absent for Amazon Transcribe. */
  engine: z.string().max(100).optional(),
  sentences: z.array(spokenSentence),
  /** Sounds such as applause, with their Korean, for profiles that show them. */
  sounds: z.array(z.object({ startMs: z.int(), endMs: z.int(), text: z.string(), korean: z.string() })).default([]),
  /** Stretches in which speech may be missing. */
  unheard: z.array(z.object({ startMs: z.int(), endMs: z.int(), words: z.string() })).default([]),
  /**
   * The differences between the speech and the user's script, and how many of the words the script confirms. Absent
   * without a script.
   */
  script: z
    .object({
      differences: z.array(z.object({ startMs: z.int(), said: z.string(), written: z.string() })),
      confirmed: z.int(),
      of: z.int(),
    })
    .optional(),
  /** Batch n contains `count` sentences, starting with number `first`. */
  batches: z.array(z.object({ first: z.int(), count: z.int() })),
})
export type SentenceFile = z.infer<typeof sentenceFile>

/**
 * `translations/{batch}.json`: translations by sentence id. `problems` lists those that repairs did not fix;
 * `steppedIn` marks Amazon Translate's text in place of a model's, and `isRejected` that the model's text failed the checks;
 * `ends` are the numbers of the eojeols before which the model marked a phrase end, `starts` the numbers of the English words with which the phrases after these ends begin (0 where
 * the model stated none), and `held` the numbers of the eojeols that continue a name or term.
 */
export const translationFile = z.record(
  z.string(),
  z.object({
    korean: z.string(),
    problems: z.array(z.string()),
    steppedIn: z.boolean().optional(),
    isRejected: z.boolean().optional(),
    ends: z.array(z.int()).optional(),
    starts: z.array(z.int()).optional(),
    held: z.array(z.int()).optional(),
  }),
)
export type TranslationFile = z.infer<typeof translationFile>

/** `model-gone.json`: when a batch of the video last found that the model does not answer, in epoch milliseconds. */
export const modelGone = z.object({ at: z.number() })
export type ModelGone = z.infer<typeof modelGone>
