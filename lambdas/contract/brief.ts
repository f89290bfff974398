import * as z from 'zod'

/** Maximum number of terms in a brief. */
export const BRIEF_TERMS = 200

const words = (length: number) => z.string().trim().min(1).max(length)

/** A name or term in a talk and the one Korean form used throughout the subtitle. */
export const briefTerm = z.object({
  english: words(60),
  korean: words(40),
  /** Other Korean forms that a translator may produce; they are replaced by `korean`. */
  others: z.array(words(40)).max(4).default([]),
})
export type BriefTerm = z.infer<typeof briefTerm>

/** A speaker; `register` is how the speaker addresses the others, which determines honorifics. */
export const briefSpeaker = z.object({
  name: words(60),
  speaksTo: words(80).optional(),
  register: z.enum(['haeyo', 'hapnida', 'banmal']).optional(),
})

/** `brief.json`: knowledge of the whole talk for the translation of each part. */
export const brief = z.object({
  subject: z.string().max(300),
  tone: z.string().max(160),
  speakers: z.array(briefSpeaker).max(12),
  terms: z.array(briefTerm).max(BRIEF_TERMS),
  /** How numbers are written, and whether units are converted. */
  numbers: z.enum(['digits', 'mixed']),
  units: z.enum(['asSpoken', 'metric']),
})
export type Brief = z.infer<typeof brief>
