import * as z from 'zod'

/** Most terms of a brief. */
export const BRIEF_TERMS = 200

const words = (length: number) => z.string().trim().min(1).max(length)

/** A name or term of a talk and the one Korean form that the whole subtitle uses. */
export const briefTerm = z.object({
  english: words(60),
  korean: words(40),
  /** Other Korean forms that a translator may use; they are replaced by `korean`. */
  others: z.array(words(40)).max(4).default([]),
})
export type BriefTerm = z.infer<typeof briefTerm>

/** Who speaks, and how: `register` is how the person speaks to the others, which honorifics follow. */
export const briefSpeaker = z.object({
  name: words(60),
  speaksTo: words(80).optional(),
  register: z.enum(['haeyo', 'hapnida', 'banmal']).optional(),
})

/** `brief.json`: what a translator of a talk knows who has heard all of it. */
export const brief = z.object({
  subject: z.string().max(300),
  tone: z.string().max(160),
  speakers: z.array(briefSpeaker).max(12),
  terms: z.array(briefTerm).max(BRIEF_TERMS),
  /** How numbers are written, and whether other units than the spoken ones are added. */
  numbers: z.enum(['digits', 'mixed']),
  units: z.enum(['asSpoken', 'metric']),
})
export type Brief = z.infer<typeof brief>
