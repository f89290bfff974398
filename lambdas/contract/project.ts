import * as z from 'zod'
import { register } from './archive-entry.ts'
import { finding } from './finding.ts'
import { lazy, lazyObject } from './lazy.ts'
import { MOST_ASKED_AT_ONCE, MOST_WISH } from './limits.ts'

/** Four hours of speech have some 40,000 words and 5,000 sentences. */
const MOST_WORDS = 200_000
export const MOST_SENTENCES = 20_000
/** Bytes of all stored sentences. A Lambda response is at most 6 MB, which the words share. */
export const MOST_EDIT_BYTES = 2_500_000
/** Sentences changed by one request; the page splits larger changes. */
const MOST_CHANGES = 500

const milliseconds = z.int().min(0).max(1_000_000_000)
export const sentenceId = z
  .string()
  .max(60)
  .regex(/^[A-Za-z0-9._~-]+$/)

/** A sentence under review (`packages/subtitle-engine/src/edit`), with a bound for its Korean. */
const sentenceUpTo = (longest: number) =>
  z.object({
    id: sentenceId,
    /** Its words are numbers `from` to `to - 1` of the project. */
    from: z.int().min(0).max(MOST_WORDS),
    to: z.int().min(0).max(MOST_WORDS),
    korean: z.string().max(longest),
    breaks: z
      .array(
        z.object({
          /** Number of the following eojeol. */
          at: z.int().min(1).max(longest),
          kind: z.enum(['cue', 'line', 'none']),
          ms: milliseconds.optional(),
        }),
      )
      .max(40),
    /** Numbers of the eojeols before which the translator marked a phrase end. */
    ends: z.array(z.int().min(1).max(longest)).max(200).optional(),
    /** For each of `ends`, the number of the sentence's English word with which the next phrase begins. */
    starts: z.array(z.int().min(0).max(MOST_WORDS)).max(200).optional(),
    /** Numbers of the eojeols that continue a name or term. */
    held: z.array(z.int().min(1).max(longest)).max(200).optional(),
    startMs: milliseconds.optional(),
    endMs: milliseconds.optional(),
    /** How far the owner moved the speech behind it. */
    shiftMs: z.int().min(-1_000_000_000).max(1_000_000_000).optional(),
    speaker: z.string().max(40).optional(),
    register: register.optional(),
    /** A stretch during or after the sentence in which speech may be missing, with the words that were dropped. */
    unheard: z.object({ startMs: milliseconds, endMs: milliseconds, words: z.string().max(200) }).optional(),
    finding: finding.optional(),
    /** Differences between the owner's script and what was said. */
    script: z
      .array(z.object({ said: z.string().max(1000), written: z.string().max(1000) }))
      .max(10)
      .optional(),
    problems: z.array(z.string().max(40)).max(20),
    checked: z.boolean().optional(),
  })

/** As generated: a translation can be long. */
const machineSentence = lazy(() => sentenceUpTo(100_000))
export type ProjectSentence = z.infer<typeof machineSentence>
/** As the user sends it. */
const editedSentence = lazy(() => sentenceUpTo(1000))

/** Text, start, end, confidence, punctuation after it, speaker. */
const projectWord = lazy(() =>
  z.union([
    z.tuple([z.string(), milliseconds, milliseconds, z.number(), z.string()]),
    z.tuple([z.string(), milliseconds, milliseconds, z.number(), z.string(), z.string()]),
  ]),
)
export type ProjectWord = z.infer<typeof projectWord>

/** `….project.json`, stored next to the subtitle: the generated sentences with their words and translations. */
export const projectFile = lazyObject(() => ({
  format: z.literal(1),
  /** Length of the media in milliseconds; 0 if unknown. */
  durationMs: z.int(),
  words: z.array(projectWord).max(MOST_WORDS),
  passages: z.array(machineSentence).max(MOST_SENTENCES),
}))
export type ProjectFile = z.infer<typeof projectFile>

/** What a change of the history did. */
const changeKind = z.enum([
  ...(['text', 'texts', 'split', 'join', 'break', 'time', 'shift', 'speaker', 'register', 'remove', 'add'] as const),
  ...(['check', 'restore', 'undo'] as const),
])

/** One change as the page names it; saves with one id are one entry of the history. */
const savedChange = lazyObject(() => ({ id: z.string().min(1).max(60), kind: changeKind }))

/** A change with the sentences that it removed and those that it added. */
const historyEntry = lazy(() =>
  savedChange.extend({
    /** Name of the proofreader who made it; absent for the owner's changes. */
    by: z.string().optional(),
    at: z.string(),
    before: z.array(machineSentence),
    after: z.array(machineSentence),
  }),
)
export type HistoryEntry = z.infer<typeof historyEntry>

/** `….edits.json`: all sentences after the edits of `version`, each with the version in which it last changed. */
export const editFile = lazyObject(() => ({
  version: z.int().min(0),
  passages: z.array(z.object({ passage: machineSentence, version: z.int().min(0) })).max(MOST_SENTENCES),
  /** The version in which each removed sentence was removed, by id. */
  removed: z.record(z.string(), z.int().min(0)),
  /** The last changes, oldest first. */
  history: z.array(historyEntry).default([]),
}))
export type EditFile = z.infer<typeof editFile>

/** A finished cue as the page shows it; the list is stored next to the subtitle. */
export const previewCue = lazyObject(() => ({
  startMs: z.int(),
  endMs: z.int(),
  lines: z.array(z.string()),
  english: z.string().optional(),
  flags: z.array(z.string()),
}))

/** Changes since version `base`. */
export const editRequest = lazyObject(() => ({
  base: z.int().min(0),
  put: z.array(editedSentence).max(MOST_CHANGES),
  remove: z.array(sentenceId).max(MOST_CHANGES),
  /** The last change among them, for the history. */
  change: savedChange.optional(),
}))
export type EditRequest = z.infer<typeof editRequest>

export const editAnswer = lazyObject(() => ({
  version: z.int(),
  /** Sentences that another client changed since `base`. If there are any, nothing of the request was stored. */
  /** `at` and `by`: when the stored sentence last changed, and the proofreader who changed it, as far as known. */
  conflicts: z.array(
    z.object({
      id: z.string(),
      theirs: machineSentence.optional(),
      at: z.string().optional(),
      by: z.string().optional(),
    }),
  ),
  /** Changes of other clients since `base`. */
  put: z.array(machineSentence),
  remove: z.array(z.string()),
}))
export type EditAnswer = z.infer<typeof editAnswer>

/** A sentence and those that follow, to be translated again by a language model. */
export const askRequest = lazyObject(() => ({
  id: sentenceId,
  sentences: z.int().min(1).max(MOST_ASKED_AT_ONCE),
  /** The owner's wish about the wording: "짧게", "반말로". */
  wish: z.string().trim().max(MOST_WISH).default(''),
}))
export type AskRequest = z.infer<typeof askRequest>

export const askAnswer = lazyObject(() => ({
  /** Alternative texts for the whole section, best first; empty if every answer failed the translator's checks. */
  versions: z.array(z.array(z.object({ id: z.string(), korean: z.string() }))),
  /** Sentences of this video that may still be translated again. */
  left: z.int(),
}))
export type AskAnswer = z.infer<typeof askAnswer>
