import * as z from 'zod'
import { type GlossaryTerm, glossaryTerm } from './glossary.ts'
import { type SentenceFile, spokenSentence } from './media-objects.ts'

/** Context sentences before and after a batch. */
export const CONTEXT = 3

/**
 * `batches/{batch}.json`: everything that translating one batch requires. Each batch has its own file; if all of them
 * read the whole talk, reads would grow with the square of its length.
 */
export const batchFile = z.object({
  sentences: z.array(spokenSentence),
  /** Up to `CONTEXT` sentences before and after the batch. */
  before: z.array(z.object({ id: z.string(), text: z.string() })),
  after: z.array(z.object({ text: z.string(), startMs: z.int() })),
  /** The user's terms that may occur in the sentences, as of reading the transcript. */
  terms: z.array(glossaryTerm),
})
export type BatchFile = z.infer<typeof batchFile>

/** Builds the file of one batch; `terms` are all of the user's terms. */
export function buildBatchFile(
  { sentences, batches }: Pick<SentenceFile, 'sentences' | 'batches'>,
  terms: readonly GlossaryTerm[],
  batch: number,
): BatchFile {
  const part = batches[batch]
  if (!part) throw new Error(`there is no batch ${batch}`)
  const [first, end] = [part.first, part.first + part.count]
  const own = sentences.slice(first, end)
  const spoken = own.map(({ text }) => folded(text)).join('\n')
  return {
    sentences: own,
    before: sentences.slice(Math.max(0, first - CONTEXT), first).map(({ id, text }) => ({ id, text })),
    after: sentences.slice(end, end + CONTEXT).map(({ text, startMs }) => ({ text, startMs })),
    terms: terms.filter(({ english }) => spoken.includes(folded(english))),
  }
}

/** Case-folded both ways, because some letters have two lower-case or two upper-case forms. */
function folded(text: string): string {
  return text.toLowerCase().toUpperCase()
}
