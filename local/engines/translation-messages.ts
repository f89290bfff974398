import * as z from 'zod'

/** Files of a translation model on this machine; both vocabularies may be the same file. */
export interface TranslatorFiles {
  model: string
  sourceVocabulary: string
  targetVocabulary: string
}

export const translatorFiles = z.object({
  model: z.string(),
  sourceVocabulary: z.string(),
  targetVocabulary: z.string(),
})

/** What the service asks the worker that translates. */
export const toTranslationWorker = z.object({ id: z.int(), text: z.string() })
export type ToTranslationWorker = z.infer<typeof toTranslationWorker>

/** What the worker answers. */
export const fromTranslationWorker = z.object({ id: z.int(), korean: z.string() })
export type FromTranslationWorker = z.infer<typeof fromTranslationWorker>
