import * as z from 'zod'
import { type GlossaryTerm, glossaryTerm } from './glossary.ts'
import { type SentenceFile, spokenSentence } from './media-objects.ts'

/** Sentences before and after those to translate that the translator sees as context. */
export const CONTEXT = 3

/**
 * `batches/{batch}.json`: all that the translation of a batch needs of the talk. It is a file of its own because every
 * batch would otherwise read the whole talk, so that what is read would grow with the square of its length.
 */
export const batchFile = z.object({
  sentences: z.array(spokenSentence),
  /** Up to `CONTEXT` sentences before and after the batch. */
  before: z.array(z.object({ id: z.string(), text: z.string() })),
  after: z.array(z.object({ text: z.string(), startMs: z.int() })),
  /** The person's terms that may occur in the sentences, as they were when the transcript was read. */
  terms: z.array(glossaryTerm),
})
export type BatchFile = z.infer<typeof batchFile>

/** The file of one batch of a talk; `terms` are all terms of the person. */
export function batchFileOf(
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

/** Text in one case: both ways, since some letters have two small or two capital forms. */
function folded(text: string): string {
  return text.toLowerCase().toUpperCase()
}
