import * as z from 'zod'
import { lazy, lazyObject } from './lazy.ts'
import { sentenceId } from './project.ts'

/** Maximum links of one subtitle. */
export const MOST_PROOF_LINKS = 10

/** What a proofreader with a link may do: leave comments, or edit as well. */
export const proofRight = z.enum(['comment', 'edit'])
export type ProofRight = z.infer<typeof proofRight>

export const LONGEST_PROOFREADER_NAME = 40

/** Name of a proofreader, given by the owner. The history and the comments show it. */
const proofreader = z.string().trim().min(1).max(LONGEST_PROOFREADER_NAME)

export const newProofLink = lazyObject(() => ({
  name: proofreader,
  right: proofRight,
  /** Days after which the link expires. */
  days: z.int().min(1).max(90),
  /** How often the link can be opened. */
  opens: z.int().min(1).max(500),
}))

/** A link as the subtitle's owner sees it. Its secret is shown once, when the link is created. */
export const proofLinkView = lazy(() =>
  newProofLink.pick({ name: true, right: true }).extend({
    /** SHA-256 of the secret, in hex. */
    id: z.string(),
    opens: z.int(),
    mostOpens: z.int(),
    /** ISO times; the last one is rounded to the minute. */
    createdAt: z.string(),
    expiresAt: z.string(),
    usedAt: z.string().optional(),
    /** When its holder last said that the review is finished. */
    finishedAt: z.string().optional(),
  }),
)
export type ProofLinkView = z.infer<typeof proofLinkView>

/** Comments kept per subtitle: they share one row, and DynamoDB accepts 400 KB. */
export const MOST_COMMENTS = 250
export const LONGEST_COMMENT = 300

export const newComment = lazyObject(() => ({
  sentence: sentenceId,
  /** Number of the sentence's first word, by which the comment follows its text when sentences are split or joined. */
  word: z.int().min(0).max(1_000_000),
  text: z.string().trim().min(1).max(LONGEST_COMMENT),
}))
export type NewComment = z.infer<typeof newComment>

export const comment = lazy(() =>
  newComment.extend({
    id: z.string(),
    /** Beginning of the link's id, and the proofreader's name; absent for the owner's comments. */
    link: z.string().optional(),
    by: z.string().optional(),
    /** ISO times. */
    at: z.string(),
    doneAt: z.string().optional(),
  }),
)
export type Comment = z.infer<typeof comment>
