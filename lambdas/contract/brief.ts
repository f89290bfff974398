import * as z from 'zod'
import { lazyObject } from './lazy.ts'

/** Maximum number of terms in a brief. */
export const BRIEF_TERMS = 200

const words = (length: number) => z.string().trim().min(1).max(length)

/** A name or term in a talk and the one Korean form used throughout the subtitle. */
export const briefTerm = lazyObject(() => ({
  english: words(60),
  korean: words(40),
  /** Other Korean forms that a translator may produce; they are replaced by `korean`. */
  others: z.array(words(40)).max(4).default([]),
  /** Spellings under which a misheard name stands in the transcript. */
  heardAs: z.array(words(60)).max(4).optional(),
}))
export type BriefTerm = z.infer<typeof briefTerm>

/** Words of the transcript that were misheard, and what was said. */
export const correction = lazyObject(() => ({ heardAs: words(80), meant: words(80) }))
export type Correction = z.infer<typeof correction>

/**
 * A missing full stop. It names the sentence that lacks the full stop, and the first words of the sentence that begins
 * inside it.
 */
export const split = lazyObject(() => ({ id: words(12), next: words(80) }))
export type Split = z.infer<typeof split>

/** Limits of one brief: corrections, full stops to remove, and full stops to add. */
export const BRIEF_CORRECTIONS = 60
export const BRIEF_JOINS = 200
export const BRIEF_SPLITS = 200

/** A speaker; `register` is how the speaker addresses the others, which determines honorifics. */
export const briefSpeaker = lazyObject(() => ({
  name: words(60),
  speaksTo: words(80).optional(),
  register: z.enum(['haeyo', 'hapnida', 'banmal']).optional(),
}))

/** `brief.json`: knowledge of the whole talk for the translation of each part. */
export const brief = lazyObject(() => ({
  subject: z.string().max(300),
  tone: z.string().max(160),
  /** Subject and tone in Korean, shown to the owner; no translator reads it. Absent if the model gave no usable text. */
  about: z.string().max(200).optional(),
  speakers: z.array(briefSpeaker).max(12),
  terms: z.array(briefTerm).max(BRIEF_TERMS),
  /** How numbers are written, and whether units are converted. */
  numbers: z.enum(['digits', 'mixed']),
  units: z.enum(['asSpoken', 'metric']),
  /** The polite style of the whole talk, where the user left it open. */
  register: z.enum(['haeyo', 'hapnida']).optional(),
  corrections: z.array(correction).max(BRIEF_CORRECTIONS).optional(),
  /** Ids of sentences that the next one continues: the full stop between them is wrong. */
  joins: z.array(z.string().max(12)).max(BRIEF_JOINS).optional(),
  splits: z.array(split).max(BRIEF_SPLITS).optional(),
}))
export type Brief = z.infer<typeof brief>
