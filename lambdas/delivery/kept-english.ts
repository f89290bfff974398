import { englishLeft } from '#subtitle-engine'
import type { SentenceFile, TranslationFile } from '../contract/media-objects.ts'

/** A word that this many sentences of a file leave in English is a term of the talk. */
const OFTEN = 4

/**
 * Drops the problem `english` of sentences that leave only terms in English. A single batch does not show whether a
 * word is a term or a word that a weak model did not know. The whole file does, because such a model leaves different
 * words each time.
 */
export function withoutKeptTerms({ sentences }: SentenceFile, translations: TranslationFile): TranslationFile {
  const left = new Map<string, string[]>()
  for (const sentence of sentences) {
    const words = englishLeft(sentence.text, translations[sentence.id]?.korean ?? '')
    if (words.length > 0) left.set(sentence.id, words)
  }
  const times = new Map<string, number>()
  for (const word of [...left.values()].flat()) times.set(word, (times.get(word) ?? 0) + 1)
  const isKept = (id: string) => left.get(id)?.every(word => (times.get(word) ?? 0) >= OFTEN) ?? false
  return Object.fromEntries(
    Object.entries(translations).map(([id, text]) => {
      if (!text.problems.includes('english') || !isKept(id)) return [id, text]
      return [id, { ...text, problems: text.problems.filter(code => code !== 'english') }]
    }),
  )
}
