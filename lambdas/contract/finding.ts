import * as z from 'zod'
import { lazyObject } from './lazy.ts'

/**
 * Ways in which a translation can differ in meaning from its English. The most serious comes first, and the review uses
 * this order.
 */
export const findingKind = z.enum([
  'negation',
  'roles',
  'quantity',
  'neighbour',
  'omission',
  'addition',
  'name',
  'misheard',
  'other',
])
export type FindingKind = z.infer<typeof findingKind>

/** Longest reason and longest quotation, in characters. */
export const [MOST_REASON, MOST_QUOTED] = [120, 80]

/** What a second model found about a sentence when it compared the Korean with the English. It never changes a text. */
export const finding = lazyObject(() => ({
  kind: findingKind,
  /** The reason, in one Korean sentence. Absent if the model gave no usable reason. */
  reason: z.string().max(MOST_REASON).optional(),
  /** The words of the sentence concerned, Korean or English. */
  words: z.string().max(MOST_QUOTED),
}))
export type Finding = z.infer<typeof finding>

/** `checks/{batch}.json`: the sentences of a batch that a second model compared, and its findings by sentence id. */
export const checkFile = lazyObject(() => ({
  compared: z.array(z.string()),
  findings: z.record(z.string(), finding),
}))
export type CheckFile = z.infer<typeof checkFile>
